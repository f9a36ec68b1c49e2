import type { Category } from '@vpisnik/contract/categories';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { categoryOf } from '../../../../test/fixtures/catalogue.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

const names = ['Balet', 'Jazz', 'Step', 'Salsa'];

/** Categories that the server keeps in order. */
function server(more?: Answers['categories']): { sent: unknown[]; answers: Answers } {
  const rows: Category[] = names.map((name, at) =>
    categoryOf({ id: idOf(50 + at), label: name.toLowerCase(), name: { sl: name } }),
  );
  const sent: unknown[] = [];
  return {
    sent,
    answers: {
      categories: {
        list: ({ query }) => {
          const { search } = query as { search?: string };
          return listOf(...rows.filter(({ label }) => !search || label.includes(search)));
        },
        move: ({ params, body }) => {
          const from = rows.findIndex(({ id }) => id === params.id);
          const [row = categoryOf()] = rows.splice(from, 1);
          const to = rows.findIndex(({ id }) => id === body.to);
          rows.splice(body.side === 'before' ? to : to + 1, 0, row);
          sent.push([row.name.sl, body.side, rows.find(({ id }) => id === body.to)?.name.sl]);
          return row;
        },
        ...more,
      },
    },
  };
}

test('a row moves by its menu, which says where it went and keeps the focus', async () => {
  const { sent, answers } = server();
  const { screen } = await renderApp({ path: '/categories', answers });
  const shown = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.querySelector('a')?.textContent);
  await expect.poll(shown).toEqual(names);
  const menu = screen.getByRole('button', { name: 'Dejanja: Salsa' });
  await menu.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Premakni nižje' })).not.toBeInTheDocument();
  await screen.getByRole('menuitem', { name: 'Premakni na vrh' }).click();
  await expect.poll(shown).toEqual(['Salsa', 'Balet', 'Jazz', 'Step']);
  await expect.element(screen.getByText('Salsa: mesto 1 od 4')).toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('menuitem', { name: 'Premakni nižje' }).click();
  await expect.poll(shown).toEqual(['Balet', 'Salsa', 'Jazz', 'Step']);
  expect(sent).toEqual([
    ['Salsa', 'before', 'Balet'],
    ['Salsa', 'after', 'Balet'],
  ]);
});

test('a row is dragged to where it belongs', async () => {
  const { sent, answers } = server();
  const { screen } = await renderApp({ path: '/categories', answers });
  await expect.element(screen.getByRole('link', { name: 'Step' })).toBeVisible();
  const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
  const handle = row('Balet').element().querySelector('[data-drag-handle]');
  if (!handle) throw new Error('The row has nothing to drag it by');
  const { height } = row('Step').element().getBoundingClientRect();
  await userEvent.dragAndDrop(handle, row('Step'), { targetPosition: { x: 60, y: height - 4 } });
  await expect.poll(() => sent).toEqual([['Balet', 'after', 'Step']]);
  await expect.element(screen.getByText('Balet: mesto 3 od 4')).toBeInTheDocument();
});

test('a move that fails is taken back and said', async () => {
  const { answers } = server({ move: () => new Refusal({ status: 404, code: 'not_found' }) });
  const { screen } = await renderApp({ path: '/categories', answers });
  const shown = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.querySelector('a')?.textContent);
  await screen.getByRole('button', { name: 'Dejanja: Jazz' }).click();
  await screen.getByRole('menuitem', { name: 'Premakni višje' }).click();
  await expect.element(screen.getByText('Tega zapisa ni več ali pa do njega nimate dostopa.')).toBeVisible();
  await expect.element(screen.getByText(/mesto 1 od 4/)).not.toBeInTheDocument();
  await expect.poll(shown).toEqual(names);
});

test('search results cannot be moved, since rows between them are hidden', async () => {
  const { answers } = server();
  const { screen } = await renderApp({ path: '/categories?search=s', answers });
  await screen.getByRole('button', { name: 'Dejanja: Salsa' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Uredi' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: /Premakni/ })).not.toBeInTheDocument();
  expect(document.querySelector('[data-drag-handle]')).toBeNull();
});
