import type { Message } from '@vpisnik/contract/messages';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { references } from '../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import { audienceOf, messageOf, recipientOf } from '../../../../test/fixtures/messages.ts';
import { participantOf } from '../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { forceColors } from '../../../../test/forced-colors.ts';
import { picture } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and pages show them

const counts = { people: 5, mails: 4, sent: 3, waiting: 0, failed: 0, bounced: 1, cancelled: 0 };
const words = { sl: { subject: 'Urnik med počitnicami', body: 'Med počitnicami vadbe ni.' } };

const draft = () => messageOf({ id: idOf(701) });
const sent = () =>
  messageOf({
    ...{ id: idOf(702), state: 'sent', kind: 'enrolment', counts, texts: words },
    ...{ subjects: { sl: words.sl.subject }, sent_at: '2026-09-15T16:30:00.000000Z' },
  });
const planned = () =>
  messageOf({
    ...{ id: idOf(703), state: 'planned', kind: 'news', texts: words },
    ...{ subjects: { sl: 'Vabilo' }, send_at: '2026-12-01T16:00:00.000000Z' },
  });

const mail = {
  ...{ id: idOf(201), state: 'sent' as const, state_reason: '', bounced: false },
  ...{ send_after: '2026-09-15T16:30:00.000000Z', sent_at: '2026-09-15T16:31:00.000000Z' },
};

function serverOf(...rows: Message[]) {
  const server = { rows, asked: [] as unknown[], again: [] as string[], created: [] as unknown[] };
  const change = (id: string, fields: Partial<Message>) => {
    const row = server.rows.find((one) => one.id === id);
    return row ? Object.assign(row, fields) : new Refusal({ status: 404, code: 'not_found' });
  };
  const answers: Answers = {
    ...references(),
    groups: { list: () => listOf(), get: () => groupOf({ id: idOf(1) }) },
    mails: { list: () => listOf(), counts: () => ({ waiting: 0, held: 0, failed: 0 }) },
    message_previews: {
      show: () => ({
        ...{ subject: words.sl.subject, html: `<p>${words.sl.body}</p>`, text: '' },
        ...{ language: 'sl', who: null, recipients: 0 },
      }),
    },
    participants: {
      sendMailAgain: ({ params: { id } }) => {
        server.again.push(id);
        return participantOf({ email: 'tim@mail.test' });
      },
    },
    messages: {
      list: ({ query }) => {
        server.asked.push(query?.state);
        const wanted = query?.search?.toLowerCase() ?? '';
        return listOf(
          ...server.rows.filter(
            ({ state, subjects }) =>
              (!query?.state || [query.state].flat().includes(state)) &&
              (subjects.sl ?? '').toLowerCase().includes(wanted),
          ),
        );
      },
      get: ({ params: { id } }) => server.rows.find((one) => one.id === id) ?? draft(),
      audience: () => audienceOf(),
      recipients: ({ query }) =>
        listOf(
          ...(query?.bounced === 'true' ? [] : [recipientOf({ mail })]),
          recipientOf({
            ...{ participant_id: idOf(102), names: ['Tim Kos'], address: 'tim@exmaple.com' },
            mail: {
              ...mail,
              id: idOf(202),
              bounced: true,
              state: 'failed',
              state_reason: 'mailbox_missing: 550 5.1.1 unknown',
            },
          }),
        ),
      create: ({ body }) => {
        server.created.push(body);
        const row = messageOf({ id: idOf(720) });
        server.rows.unshift(row);
        return row;
      },
      remove: ({ params: { id } }) => {
        server.rows = server.rows.filter((one) => one.id !== id);
      },
      cancel: ({ params: { id } }) =>
        change(
          id,
          server.rows.find((one) => one.id === id)?.state === 'planned'
            ? { state: 'cancelled' }
            : { state: 'stopped', stop_reason: 'stopped', counts: { ...counts, waiting: 0 } },
        ),
    },
  };
  return { server, answers };
}

test.each([1440, 360])('lists what was written with what became of it at %i px', async (width) => {
  await page.viewport(width, 900);
  const { server, answers } = serverOf(draft(), planned(), sent());
  const { screen } = await renderApp({ path: '/messages', answers });
  await expect.element(screen.getByRole('row', { name: /poslano 3 od 4, 1 ni prispelo/ })).toBeVisible();
  expect(document.title).toBe('Sporočila · Udeleženci · Plesna šola Zvezda · Vpisnik');
  await expect.element(screen.getByRole('link', { name: 'Brez zadeve' })).toBeVisible();
  await expect
    .element(screen.getByText('Vpisnik ne spremlja, kdo sporočilo odpre ali klikne.'))
    .toBeVisible();
  await expectAccessible(document);
  await picture('messages');
  await screen.getByRole('link', { name: 'Načrtovana' }).click();
  await expect.element(screen.getByRole('link', { name: 'Vabilo' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Brez zadeve' }).query()).toBe(null);
  await screen.getByRole('link', { name: 'Osnutki' }).click();
  await screen.getByRole('button', { name: 'Dejanja: Brez zadeve' }).click();
  await page.getByRole('menuitem', { name: 'Izbriši osnutek' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Izbriši osnutek' }).click();
  await expect.element(screen.getByText('Ni osnutkov')).toBeVisible();
  expect(server.rows).toHaveLength(2);
});

test('the open one of the tabs can be told from the others in forced colours', async () => {
  const { answers } = serverOf(sent());
  const { screen } = await renderApp({ path: '/messages', answers });
  await forceColors();
  const tabs = screen.getByRole('navigation', { name: 'Pogled' }).getByRole('link');
  const line = (at: number) => getComputedStyle(tabs.nth(at).element()).borderBottomColor;
  await expect.poll(() => [line(0) === line(1), line(1) === line(2)]).toEqual([true, false]);
});

test('finds a message by its subject, and says that none is there', async () => {
  const { answers } = serverOf(sent(), planned());
  const { screen, router } = await renderApp({ path: '/messages', answers });
  const search = screen.getByRole('searchbox', { name: 'Zadeva' });
  await search.fill('vabilo');
  await expect.poll(() => router.state.location.search).toEqual({ search: 'vabilo' });
  await expect.element(screen.getByRole('link', { name: 'Urnik med počitnicami' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'Vabilo' })).toBeVisible();
  await search.fill('vaditelj');
  await expect.element(screen.getByText('Nobeno sporočilo ne ustreza iskanju')).toBeVisible();
  await expectAccessible(document);
  await screen.getByRole('button', { name: 'Počisti filtre' }).click();
  await expect.element(screen.getByRole('link', { name: 'Urnik med počitnicami' })).toBeVisible();
});

test('the bar of a stopped message is full only as far as it was sent', async () => {
  const stopped = { mails: 172, people: 172, sent: 43, waiting: 0, failed: 0, bounced: 0, cancelled: 129 };
  const { answers } = serverOf({ ...sent(), state: 'stopped', stop_reason: 'stopped', counts: stopped });
  const { screen } = await renderApp({ path: '/messages', answers });
  await expect.element(screen.getByText('Ustavljeno, poslano 43 od 172')).toBeVisible();
  const widthOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
  const sentPart = widthOf('td [data-kind="sent"]') / widthOf('td :has(> [data-kind="sent"])');
  expect(sentPart).toBeCloseTo(43 / 172, 1);
});

test.each([1440, 360])('shows whom a message reached and whom not, and is copied at %i px', async (width) => {
  await page.viewport(width, 900);
  const { server, answers } = serverOf(sent());
  const { screen, router } = await renderApp({ path: `/messages/${idOf(702)}`, answers });
  await expect.element(screen.getByText('ni prispelo: poštni predal ne obstaja')).toBeVisible();
  await expect.element(screen.getByText('Ajda Čuček, Lan Čuček')).toBeVisible();
  // as the mail has it
  await expect
    .element(screen.getByTitle('Sporočilo, kakor ga vidi prejemnik'))
    .toHaveAttribute('srcdoc', '<p>Med počitnicami vadbe ni.</p>');
  await expectAccessible(document);
  await picture('message');
  const lost = screen.getByRole('button', { name: '1 zavrnjeno' });
  await lost.click();
  await expect.element(screen.getByText('Ajda Čuček, Lan Čuček')).not.toBeInTheDocument();
  await picture('message-lost');
  await lost.click();
  await expect.element(screen.getByText('Ajda Čuček, Lan Čuček')).toBeVisible();
  await screen.getByRole('button', { name: 'Pošlji znova: Tim Kos' }).click();
  await expect
    .element(page.getByText('Sporočilo bo poslano na tim@mail.test', { exact: false }))
    .toBeVisible();
  expect(server.again).toEqual([idOf(202)]);
  await screen.getByRole('button', { name: 'Kopiraj v novo sporočilo' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Novo sporočilo' })).toBeVisible();
  expect(server.created).toEqual([{ copy_of: idOf(702) }]);
  expect(router.state.location.pathname).toBe(`/messages/${idOf(720)}`);
});

test('a planned message is called off, and opened again as a draft', async () => {
  const { server, answers } = serverOf(planned());
  const { screen } = await renderApp({ path: `/messages/${idOf(703)}`, answers });
  await screen.getByRole('button', { name: 'Uredi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prekličem pošiljanje in odprem osnutek?' });
  await dialog.getByRole('button', { name: 'Uredi' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Novo sporočilo' })).toBeVisible();
  // for the same time
  expect(server.created).toEqual([
    { copy_of: idOf(703), group_id: null, send_at: '2026-12-01T16:00:00.000000Z' },
  ]);
  expect(server.rows.find(({ id }) => id === idOf(703))?.state).toBe('cancelled');
});

test('a message that is being sent is stopped, and copied for those whom it has not reached', async () => {
  const { server, answers } = serverOf({
    ...sent(),
    state: 'sending',
    counts: { ...counts, sent: 1, bounced: 0, waiting: 3 },
    sender: { account_id: idOf(9), name: 'Žiga Čuk' },
  });
  const { screen } = await renderApp({ path: `/messages/${idOf(702)}`, answers });
  await screen.getByRole('button', { name: 'Ustavi pošiljanje' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ustavim pošiljanje?' });
  await dialog.getByRole('button', { name: 'Ustavi pošiljanje' }).click();
  await expect.element(screen.getByText('Ustavljeno', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Pošiljanje je bilo ustavljeno.', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('Žiga Čuk')).toBeVisible();
  await screen.getByRole('button', { name: 'Piši tistim, ki ga niso dobili' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Novo sporočilo' })).toBeVisible();
  expect(server.created).toEqual([{ copy_of: idOf(702), copy_to: 'unreached' }]);
});

test('a message whose mails are not written yet says so, and lists them once they are', async () => {
  const { server, answers } = serverOf({
    ...sent(),
    state: 'sending',
    counts: { ...counts, sent: 0, bounced: 0, waiting: 4 },
  });
  const { recipients } = answers.messages ?? {};
  const its: Answers['messages'] = { ...answers.messages, recipients: () => listOf() };
  await renderApp({ path: `/messages/${idOf(702)}`, answers: { ...answers, messages: its } });
  await expect.element(page.getByLabelText('Dostava').getByText('4', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Sporočila se pripravljajo')).toBeVisible();
  Object.assign(its, { recipients });
  Object.assign(server.rows[0] as Message, { state: 'sent' });
  await expect.element(page.getByRole('link', { name: 'Tim Kos' })).toBeVisible();
});

test('a message that stopped by itself says why, and which files it had', async () => {
  const { answers } = serverOf({
    ...{ ...planned(), state: 'stopped', stop_reason: 'forbidden' },
    attachments: [{ id: idOf(61), name: 'urnik.pdf', type: 'application/pdf', bytes: 1_400_000 }],
  });
  const { screen } = await renderApp({ path: `/messages/${idOf(703)}`, answers });
  await expect.element(screen.getByText('pošiljatelj zanj nima več pravic', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('1,4 MB')).toBeVisible();
});

test('a message that stopped by itself can be stopped for those whose mail still waits', async () => {
  const { answers } = serverOf({
    ...{ ...sent(), state: 'stopped', stop_reason: 'forbidden' },
    counts: { ...counts, sent: 1, bounced: 0, waiting: 3 },
  });
  const { screen } = await renderApp({ path: `/messages/${idOf(702)}`, answers });
  await expect.element(screen.getByText('Ustavljeno', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Ustavi pošiljanje' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ustavi pošiljanje' }).click();
  await expect.element(screen.getByText('Pošiljanje je bilo ustavljeno.', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Ustavi pošiljanje' })).not.toBeInTheDocument();
});

test('the list points out what stopped by itself lately, and not what a person stopped', async () => {
  await page.viewport(360, 900);
  const at = new Date().toISOString();
  const stopped = { ...planned(), state: 'stopped', send_at: at } as const;
  const { answers } = serverOf(
    { ...stopped, stop_reason: 'forbidden', subjects: { sl: 'Vabilo' } },
    { ...stopped, id: idOf(704), stop_reason: 'stopped', subjects: { sl: 'Popravek' } },
    {
      ...stopped,
      id: idOf(705),
      stop_reason: 'forbidden',
      subjects: { sl: 'Davno' },
      send_at: '2026-01-01T08:00:00.000000Z',
    },
  );
  const { screen } = await renderApp({ path: '/messages', answers });
  const notice = screen.getByRole('status').filter({ hasText: '1 sporočilo v zadnjih sedmih dneh ni odšlo' });
  await expect.element(notice.getByRole('link', { name: 'Vabilo' })).toBeVisible();
  await expect.element(notice.getByText('pošiljatelj zanj nima več pravic', { exact: false })).toBeVisible();
  expect(notice.getByRole('link').elements()).toHaveLength(1);
  await picture('messages-stopped');
});

test.each([
  ['/messages', {}],
  [`/groups/${idOf(1)}?tab=messages`, { group_id: idOf(1), audience: { filter: { group_id: [idOf(1)] } } }],
])('where nothing is written yet, the list has the one way to begin: %s', async (path, created) => {
  const { server, answers } = serverOf();
  const { screen } = await renderApp({ path, answers });
  await expect.element(screen.getByRole('heading', { name: 'Tu še ni sporočil' })).toBeVisible();
  const begin = screen.getByRole('button', { name: 'Novo sporočilo' });
  await expect.poll(() => begin.elements().length).toBe(1);
  await expectAccessible(document);
  await begin.click();
  await expect.element(screen.getByRole('heading', { name: 'Novo sporočilo' })).toBeVisible();
  expect(server.created).toMatchObject([created]);
});

test('the tab of a group lists its messages, and writes to all of its people', async () => {
  const { server, answers } = serverOf(sent());
  const { screen } = await renderApp({ path: `/groups/${idOf(1)}?tab=messages`, answers });
  await expect.element(screen.getByRole('link', { name: 'Urnik med počitnicami' })).toBeVisible();
  await screen.getByRole('button', { name: 'Novo sporočilo' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Novo sporočilo' })).toBeVisible();
  expect(server.created).toMatchObject([
    { group_id: idOf(1), audience: { filter: { group_id: [idOf(1)] } } },
  ]);
});

test('a message that is gone leads back to the others', async () => {
  const { answers } = serverOf(sent());
  const gone = new Refusal({ status: 404, code: 'not_found' });
  const { screen, router } = await renderApp({
    path: `/messages/${idOf(799)}`,
    answers: { ...answers, messages: { ...answers.messages, get: () => gone } },
  });
  await expect.element(screen.getByRole('alert').getByText(/^Tega zapisa ni več/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Sporočilo', level: 1 })).toBeVisible();
  // asking again would not bring it back
  expect(screen.getByRole('button', { name: 'Poskusi znova' }).elements()).toEqual([]);
  await screen.getByRole('main').getByRole('link', { name: 'Sporočila' }).click();
  await expect.element(screen.getByRole('link', { name: 'Urnik med počitnicami' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/messages');
});
