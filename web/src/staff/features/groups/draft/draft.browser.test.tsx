import type { Group } from '@vpisnik/contract/groups';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { Refusal } from '../../../../../test/servers/fake-api.ts';
import { answers, path, type Saves } from '../../../../../test/servers/group-editor.ts';

test('a reload restores unsaved changes, merged with those that others saved; they can be discarded', async () => {
  const saves: Saves = [];
  const first = await renderApp({ path, answers: answers(groupOf(), saves) });
  await first.screen.getByRole('textbox', { name: /^Opis/ }).fill('Za mlade od 12. leta.');
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('draft'))).toHaveLength(1);
  await first.screen.unmount();

  const newer = groupOf({ version: 3, price_text: { sl: '54 €', en: '€54' } });
  const again = await renderApp({ path, answers: answers(newer, saves) });
  const description = again.screen.getByRole('textbox', { name: /^Opis/ });
  await expect.element(description).toHaveValue('Za mlade od 12. leta.');
  await expect.element(again.screen.getByRole('textbox', { name: /^Cena/ })).toHaveValue('54 €');
  await expect.element(again.screen.getByText(/^Obnovljene so spremembe/)).toBeVisible();
  await expectAccessible(document);
  await picture('group-editor-draft');
  await again.screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(again.screen.getByText('Skupina je shranjena')).toBeVisible();
  expect(saves.at(-1)?.body).toEqual({
    description: { sl: 'Za mlade od 12. leta.', en: 'For young people.' },
    version: 3,
  });
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  await description.fill('Še drugače.');
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('draft'))).toHaveLength(1);
  await again.screen.unmount();

  // another user on the same device does not get the draft
  const someone = sessionOf('ORGANIZATION_ADMIN');
  const other = await renderApp({
    path,
    answers: answers(newer),
    session: { ...someone, user: someone.user && { ...someone.user, id: idOf(99) } },
  });
  await expect.element(other.screen.getByRole('textbox', { name: /^Opis/ })).toHaveValue('Za mlade.');
  await expect.element(other.screen.getByText(/^Obnovljene so/)).not.toBeInTheDocument();
  await other.screen.unmount();

  const saved = { sl: 'Za mlade od 12. leta.', en: 'For young people.' };
  const latest = groupOf({ version: 5, description: { ...saved, sl: 'Za vse.' } });
  const last = await renderApp({ path, answers: answers(latest) });
  await expect.element(last.screen.getByRole('textbox', { name: /^Opis/ })).toHaveValue('Še drugače.');
  await last.screen.getByRole('button', { name: 'Zavrzi jih' }).click();
  await expect.element(last.screen.getByRole('textbox', { name: /^Opis/ })).toHaveValue('Za vse.');
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

test('each tab has a new group of its own, and one that was left is offered where none is begun', async () => {
  const keys = () => Object.keys(localStorage).filter((key) => key.includes('.group.new'));
  const kept = () => keys().map((key) => JSON.parse(localStorage.getItem(key) ?? '').content.mine.name.sl);
  const open = async () => {
    const { screen } = await renderApp({ path: '/groups/new', answers: answers(groupOf()) });
    const name = screen.getByRole('textbox', { name: 'Ime skupine' });
    await expect.element(name).toBeVisible();
    return { screen, name };
  };
  const first = await open();
  await first.name.fill('Tango');
  await expect.poll(kept).toEqual(['Tango']);
  await first.screen.unmount();
  const reloaded = await open();
  await expect.element(reloaded.name).toHaveValue('Tango');
  await reloaded.screen.unmount();

  // another tab goes on with it
  const [tango = ''] = keys();
  const other = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const held = navigator.locks.request(tango, () => {
    taken.resolve();
    return other.promise;
  });
  await taken.promise;
  sessionStorage.clear();
  const second = await open();
  await expect.element(second.name).toHaveValue('');
  await second.name.fill('Salsa');
  await expect.poll(() => kept().sort()).toEqual(['Salsa', 'Tango']);
  await second.screen.unmount();

  // and is closed: of the two, this tab has its own again
  other.resolve();
  await held;
  const again = await open();
  await expect.element(again.name).toHaveValue('Salsa');
  await again.screen.getByRole('button', { name: 'Zavrzi jih' }).click();
  await expect.element(again.name).toHaveValue('');
  await expect.poll(kept).toEqual(['Tango']);
  await again.screen.unmount();

  sessionStorage.clear();
  const last = await open();
  await expect.element(last.name).toHaveValue('Tango');
  await expect.element(last.screen.getByText(/^Obnovljene so spremembe/)).toBeVisible();
  await last.screen.getByRole('button', { name: 'Zavrzi jih' }).click();
  await expect.poll(kept).toEqual([]);
});

test('saving a restored draft asks about fields that another user saved meanwhile', async () => {
  const first = await renderApp({ path, answers: answers(groupOf()) });
  await first.screen.getByRole('textbox', { name: /^Število mest/ }).fill('18');
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('draft'))).toHaveLength(1);
  await first.screen.unmount();
  const theirs = groupOf({ version: 2, capacity: 20 });
  const { screen } = await renderApp({
    path,
    answers: answers(theirs, [], {
      update: ({ body }) =>
        body.version < 2
          ? new Refusal({ status: 409, code: 'edit_conflict', current: theirs })
          : { ...theirs, ...(body as Partial<Group>), version: 3 },
    }),
  });
  await expect.element(screen.getByText(/pri shranjevanju boste izbrali, kaj velja/)).toBeVisible();
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Skupina je bila medtem spremenjena' });
  await expect.element(dialog.getByRole('radio', { name: 'Število mest, Vaše: 18' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Shrani izbrano' }).click();
  await expect.element(screen.getByText('Skupina je shranjena')).toBeVisible();
});
