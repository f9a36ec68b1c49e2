import { expect, it } from 'vitest';
import { recentOrganizations } from './recent-organizations.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

it('are the last five, each once, the latest first', () => {
  const recent = recentOrganizations(memory());
  for (const id of ['1', '2', '3', '4', '5', '6', '3']) recent.note({ id, name: `Klub ${id}` });
  expect(recent.list().map(({ id }) => id)).toEqual(['3', '6', '5', '4', '2']);
  recent.note({ id: '4', name: 'Novo ime' });
  expect(recent.list()[0]).toEqual({ id: '4', name: 'Novo ime' });
  recent.drop('4');
  expect(recent.list().map(({ id }) => id)).toEqual(['3', '6', '5', '2']);
});

it('are forgotten at sign-out', () => {
  const storage = memory();
  const recent = recentOrganizations(storage);
  recent.note({ id: '1', name: 'Klub' });
  recent.clear();
  expect(storage.kept.size).toBe(0);
  expect(recent.list()).toEqual([]);
});

it.each(['{', 'null', '{"id":1}', '[null, 5, {"id":"1"}]'])('are none where %s is kept', (text) => {
  const storage = memory();
  storage.setItem('vpisnik.recent-organizations', text);
  expect(recentOrganizations(storage).list()).toEqual([]);
});

it('are none where the browser refuses to remember', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  const recent = recentOrganizations({ getItem: refuse, setItem: refuse, removeItem: refuse });
  recent.note({ id: '1', name: 'Klub' });
  recent.clear();
  expect(recent.list()).toEqual([]);
});
