import type { Participant } from '@vpisnik/contract/participants';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

const { email_settings } = groupOf();
const silent = {
  ...email_settings,
  application_status_update: { ...email_settings.application_status_update, enabled: false },
};
const dialog = () => page.getByRole('dialog', { name: /^Premaknem udeleženca/ });
const tick = () => dialog().getByRole('checkbox', { name: /^Obvesti po e-pošti/ });
const confirm = () => dialog().getByRole('button', { name: 'Premakni v drugo skupino' });

/** Opens the question for a participant and chooses the group; answers with the bodies that are sent. */
async function ask(given: Partial<Participant> = {}, group: Parameters<typeof groupOf>[0] = {}) {
  const spela = participantOf({ name: 'Špela Kos', email: 'kos@posta.test', ...given });
  const { answers } = participantServer(spela);
  const other = groupOf({ id: idOf(2), name: { sl: 'Balet' }, ...group });
  const sent: object[] = [];
  const { update } = answers.participants;
  await renderApp({
    path: `/participants/${spela.id}`,
    answers: {
      ...answers,
      groups: { list: () => listOf(groupOf(), other), get: () => other },
      fee_proposals: { move: () => ({ fees: null }) },
      participants: {
        ...answers.participants,
        update: (input) => {
          sent.push(input.body);
          return update(input);
        },
      },
    },
  });
  await page.getByRole('button', { name: 'Več dejanj', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Premakni v drugo skupino' }).click();
  await expect.element(tick()).not.toBeChecked();
  await page.getByRole('combobox', { name: 'Nova skupina' }).click();
  await page.getByRole('option', { name: /Balet/ }).click();
  return sent;
}

test('a move is told by mail where that is asked for, and the notice says to whom', async () => {
  const sent = await ask();
  await expect.element(tick()).not.toBeChecked();
  await tick().click();
  await expect.element(page.getByText(/^V sporočilu so nova skupina, njen termin/)).toBeVisible();
  await expectAccessible();
  await picture('transfer');
  await page.viewport(360, 780);
  await picture('transfer');
  await page.viewport(1440, 900);
  await confirm().click();
  await expect
    .element(page.getByText(/nova skupina je ».*«\. Obvestilo bo poslano na kos@posta\.test\.$/))
    .toBeVisible();
  expect(sent).toEqual([{ group_id: idOf(2), version: 1, notify: true }]);
});

test('a move is told to nobody by itself', async () => {
  const sent = await ask();
  await confirm().click();
  await expect.element(page.getByText(/nova skupina je »[^»]*«$/)).toBeVisible();
  expect(sent).toEqual([{ group_id: idOf(2), version: 1 }]);
});

test.for([
  ['anybody where the new group sends none', {}, { email_settings: silent }, /^Nova skupina ne pošilja/],
  ['people without an address', { email: null }, {}, /nima e-naslova/],
  ['people whose application is over', { status: 'rejected' }, {}, /^Za zavrnjene in neaktivne/],
] as const)('a mail about a move does not go to %s, which is said', async ([, given, group, why]) => {
  const sent = await ask(given, group);
  await expect.element(dialog().getByText(why)).toBeVisible();
  await expect.element(tick()).toBeDisabled();
  await expect.element(tick()).not.toBeChecked();
  await confirm().click();
  await expect.poll(() => sent).toEqual([{ group_id: idOf(2), version: 1 }]);
});
