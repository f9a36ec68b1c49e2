import type { Message, MessageAudience } from '@vpisnik/contract/messages';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { fileInput } from '../../../../../test/file-input.ts';
import { audienceOf, messageOf, recipientOf } from '../../../../../test/fixtures/messages.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and pages show them

/** A draft in memory, which keeps what is stored. */
function serverOf(given: Partial<Message> = {}, people: Partial<MessageAudience> = {}) {
  const server = {
    row: messageOf(given),
    people: audienceOf(people),
    saved: [] as Record<string, unknown>[],
    sent: [] as unknown[],
    previewed: [] as object[],
    /** A change by another person. */
    change: (fields: Partial<Message>) => {
      server.row = { ...server.row, ...fields, version: server.row.version + 1 };
      return server.row;
    },
  };
  const answers: Answers = {
    groups: { list: () => listOf() },
    message_previews: {
      show: ({ body }) => {
        server.previewed.push(body);
        return {
          subject: body.texts?.sl?.subject ?? '',
          html: '<p>Spoštovani</p>',
          text: 'Spoštovani',
          language: 'sl',
          who: { address: body.recipient === 1 ? 'druga@mail.test' : 'prvi@mail.test', names: ['Ajda'] },
          recipients: 36,
        };
      },
      test: () => ({ to_address: 'maja@zvezda.test' }),
    },
    bulk_jobs: { list: () => listOf() },
    messages: {
      get: () => server.row,
      update: ({ body: { version, texts, ...body } }) => {
        server.saved.push({ ...body, ...(texts && { texts }) });
        if (version !== server.row.version)
          return new Refusal({ status: 409, code: 'edit_conflict', current: server.row });
        return server.change({ ...body, ...(texts && { texts }) } as Partial<Message>);
      },
      audience: () => server.people,
      recipients: () => listOf(recipientOf()),
      attach: ({ query, file }) =>
        server.change({
          attachments: [{ id: idOf(61), name: query.file_name, type: file.type, bytes: 240_000 }],
        }),
      detach: () => server.change({ attachments: [] }),
      send: ({ body }) => {
        server.sent.push(body);
        return server.change({
          state: server.row.send_at === null ? 'sending' : 'planned',
          counts: { people: 41, mails: 36, sent: 0, waiting: 36, failed: 0, bounced: 0, cancelled: 0 },
        });
      },
    },
  };
  return { server, answers };
}

const open = (answers: Answers) => renderApp({ path: `/messages/${idOf(701)}`, answers });

const left_out: MessageAudience['left_out'] = [
  { reason: 'waitlisted', count: 3, people: [{ id: idOf(1), name: 'Tim Kos' }] },
  { reason: 'no_email', count: 2, people: [{ id: idOf(2), name: 'Eva Rus' }] },
];

test.each([1440, 360])(
  'a draft is written, stored by itself, and sent to those counted at %i px',
  async (width) => {
    await page.viewport(width, 900);
    const { server, answers } = serverOf({}, { left_out, shared_addresses: 5 });
    const { screen } = await open(answers);
    await expect.element(screen.getByText('Sporočila ne prejme 5 udeležencev')).toBeVisible();
    await screen.getByRole('button', { name: /^Vključi: v čakalni vrsti/ }).click();
    await expect.element(screen.getByText('Vključeni so tudi udeleženci v čakalni vrsti.')).toBeVisible();
    await screen.getByRole('radio', { name: 'O vpisu' }).click();
    await screen.getByRole('textbox', { name: 'Zadeva' }).fill('Vaja v soboto');
    const body = screen.getByRole('textbox', { name: 'Besedilo' });
    await body.fill('Prijava: ');
    // what is typed goes on where it was, though storing drops the blank at the end
    await expect.poll(() => server.row.texts.sl?.body).toBe('Prijava:');
    await expect.element(screen.getByText('Osnutek je shranjen', { exact: false })).toBeVisible();
    await screen.getByRole('button', { name: 'ime udeleženca' }).click();
    await expect.element(body).toHaveValue('Prijava: {{participant_name}}');
    await expect.element(screen.getByText('Osnutek je shranjen', { exact: false })).toBeVisible();
    await expect.poll(() => server.row.texts.sl?.body).toBe('Prijava: {{participant_name}}');
    const preview = screen.getByRole('complementary', { name: 'Predogled' });
    await expect.element(preview.getByText('Vaja v soboto', { exact: true })).toBeVisible();
    await expect
      .element(screen.getByText('V sporočilih za 5 naslovov je več imen', { exact: false }))
      .toBeVisible();
    await expect.element(screen.getByText('To velja za 3 naslove.', { exact: false })).toBeVisible();
    await expectAccessible(document);
    await picture('compose');
    await screen.getByRole('button', { name: 'Naslednji prejemnik' }).click();
    await expect.element(screen.getByText('druga@mail.test, 2. od 36')).toBeVisible();
    const back = screen.getByRole('button', { name: 'Prejšnji prejemnik' });
    back.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(back).toHaveAttribute('aria-disabled', 'true');
    await expect.element(back).toHaveFocus();
    expect(server.row.include).toEqual(['waitlisted']);

    await screen.getByRole('button', { name: 'Pošlji', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Pošljem 36 sporočil?' });
    await expect
      .element(dialog.getByText('sporočila v slovenščini, ker angleškega besedila ni'))
      .toBeVisible();
    await picture('compose-send');
    await dialog.getByRole('button', { name: 'Pošlji', exact: true }).click();
    await expect.element(page.getByText('Se pošilja', { exact: true })).toBeVisible();
    expect(server.sent).toEqual([{ version: server.row.version - 1, expected_mails: 36 }]);
  },
);

test.each([768, 600])('the preview ends above the bar that sends in a window of %i px', async (height) => {
  await page.viewport(1440, height);
  onTestFinished(() => page.viewport(1440, 900));
  const { answers } = serverOf();
  const { screen } = await open(answers);
  const next = screen.getByRole('button', { name: 'Naslednji prejemnik' });
  await expect.element(next).toBeVisible();
  const bar = screen.getByRole('button', { name: 'Pošlji', exact: true });
  const gap = () => bar.element().getBoundingClientRect().top - next.element().getBoundingClientRect().bottom;
  for (const place of [0.5, 1]) {
    window.scrollTo(0, document.documentElement.scrollHeight * place);
    await expect.poll(gap).toBeGreaterThan(8);
  }
});

test('says what a draft lacks, and which placeholder does not exist', async () => {
  const { server, answers } = serverOf();
  const { screen } = await open(answers);
  await screen.getByRole('button', { name: 'Pošlji', exact: true }).click();
  const lacks = page.getByRole('region', { name: 'Pred pošiljanjem dopolnite:' });
  await expect.element(lacks).toHaveFocus();
  await expect.element(lacks.getByRole('link', { name: /^Vrsta sporočila – Izberite/ })).toBeVisible();
  await lacks.getByRole('link', { name: 'Slovenščina: Zadeva – Izpolnite to polje.' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Zadeva' })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'povezava do prijave' })).toBeDisabled();
  await screen.getByRole('textbox', { name: 'Zadeva' }).fill('Plačilo {{znesek}}');
  await expect
    .element(lacks.getByRole('link', { name: /^Slovenščina: Zadeva – Podatek »znesek« ne obstaja/ }))
    .toBeVisible();
  // a draft may wait with it
  await expect.poll(() => server.row.texts.sl?.subject).toBe('Plačilo {{znesek}}');
  expect(server.sent).toEqual([]);
});

test('shows what another person has written meanwhile, and loses neither', async () => {
  const { server, answers } = serverOf({ texts: { sl: { subject: 'Vaja', body: 'Pridite.' } } });
  const { screen } = await open(answers);
  const body = screen.getByRole('textbox', { name: 'Besedilo' });
  await expect.element(body).toHaveValue('Pridite.');
  server.change({ texts: { sl: { subject: 'Vaja v soboto', body: 'Ne pozabite copat.' } } });
  await body.fill('Pridite ob petih.');
  const notice = page.getByRole('alert').filter({ hasText: 'Ne pozabite copat.' });
  await expect.element(notice.getByText('Pridite ob petih.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Zadeva' })).toHaveValue('Vaja v soboto');
  await picture('compose-conflict');
  await notice.getByRole('button', { name: 'Obdrži moje' }).click();
  await expect
    .poll(() => server.row.texts.sl)
    .toEqual({ subject: 'Vaja v soboto', body: 'Pridite ob petih.' });
});

test('asks anew when others would get it by the time it is sent', async () => {
  const { server, answers } = serverOf({
    kind: 'news',
    texts: { sl: { subject: 'Nastop', body: 'Vabljeni.' }, en: { subject: 'Show', body: 'Welcome.' } },
  });
  const send = answers.messages?.send;
  const refusing: Answers = {
    ...answers,
    messages: {
      ...answers.messages,
      send: (input) => {
        if (input.body.expected_mails === server.people.mails && send) return send(input);
        return new Refusal({ status: 409, code: 'selection_changed', count: server.people.mails });
      },
    },
  };
  const { screen } = await open(refusing);
  await expect.element(screen.getByText('36 sporočil', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Pošlji', exact: true }).click();
  const first = page.getByRole('dialog', { name: 'Pošljem 36 sporočil?' });
  await expect.element(first).toBeVisible();
  server.people = audienceOf({ mails: 35, languages: { sl: 32, en: 3 } });
  await first.getByRole('button', { name: 'Pošlji', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Pošljem 35 sporočil?' });
  await expect
    .element(again.getByText('Število prejemnikov se je medtem spremenilo.', { exact: false }))
    .toBeVisible();
  await again.getByRole('button', { name: 'Pošlji', exact: true }).click();
  await expect.poll(() => server.sent).toEqual([{ version: 1, expected_mails: 35 }]);
});

test('asks before it takes over what another person has planned meanwhile, for others', async () => {
  const { server, answers } = serverOf({
    kind: 'news',
    texts: { sl: { subject: 'Nastop', body: 'Vabljeni.' } },
  });
  const { update } = answers.messages ?? {};
  const asked: unknown[] = [];
  const { screen } = await open({
    ...answers,
    messages: {
      ...answers.messages,
      update: (input) => {
        const { expected_mails, ...body } = input.body;
        if (body.version === server.row.version) asked.push(expected_mails);
        if (body.version === server.row.version && expected_mails !== 172)
          return new Refusal({ status: 409, code: 'selection_changed', count: 172, current: server.row });
        return update?.({ ...input, body }) ?? server.row;
      },
    },
  });
  await expect.element(screen.getByRole('button', { name: 'Izberi datoteko' })).toBeVisible();
  server.change({
    state: 'planned',
    sender: { account_id: idOf(9), name: 'Žiga Čuk' },
    send_at: '2099-12-01T17:30:00.000Z',
  });
  const dialog = page.getByRole('dialog', { name: 'Prevzamem pošiljanje 172 sporočil?' });
  await screen.getByRole('textbox', { name: 'Zadeva' }).fill('Nastop v soboto');
  await expect.element(dialog.getByText('pošiljatelj: Žiga Čuk', { exact: false })).toBeVisible();
  await expectAccessible(document);
  await picture('compose-takeover');
  await dialog.getByRole('button', { name: 'Prevzemi in spremeni' }).click();
  await expect.element(page.getByText('Načrtovano', { exact: true })).toBeVisible();
  expect(server.row.texts.sl?.subject).toBe('Nastop v soboto');
  expect(asked).toEqual([undefined, 172]);
});

test('leaves to another person what they have planned meanwhile', async () => {
  const { server, answers } = serverOf({ texts: { sl: { subject: 'Nastop', body: 'Vabljeni.' } } });
  const { screen } = await open({
    ...answers,
    messages: {
      ...answers.messages,
      attach: () => new Refusal({ status: 409, code: 'selection_changed', count: 172, current: server.row }),
    },
  });
  await expect.element(screen.getByRole('button', { name: 'Izberi datoteko' })).toBeVisible();
  server.change({
    state: 'planned',
    sender: { account_id: idOf(9), name: 'Žiga Čuk' },
    send_at: '2099-12-01T17:30:00.000Z',
  });
  await userEvent.upload(await fileInput(), new File(['Torek'], 'urnik.pdf', { type: 'application/pdf' }));
  const dialog = page.getByRole('dialog', { name: 'Prevzamem pošiljanje 172 sporočil?' });
  await dialog.getByRole('button', { name: 'Pusti, kot je' }).click();
  // its page, with who sends it
  await expect.element(page.getByText('Načrtovano', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Žiga Čuk')).toBeVisible();
  expect(server.row.attachments).toEqual([]);
});

test('stores a file at once, refuses one that is too big, and takes it out again', async () => {
  const { server, answers } = serverOf({ texts: { sl: { subject: 'Vaja', body: '' } } });
  const { screen } = await open(answers);
  await expect.element(screen.getByRole('button', { name: 'Izberi datoteko' })).toBeVisible();
  const choose = async (name: string, bytes: number) =>
    userEvent.upload(await fileInput(), new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }));
  await choose('zvezek.pdf', 5 * 1024 * 1024 + 1);
  await expect.element(screen.getByText('»zvezek.pdf« je prevelika.', { exact: false })).toBeVisible();
  await choose('urnik.pdf', 100);
  await expect.element(screen.getByText('240 kB')).toBeVisible();
  expect(server.row.attachments).toMatchObject([{ name: 'urnik.pdf' }]);
  await expect.element(screen.getByRole('button', { name: 'Izberi datoteko' })).toBeEnabled();
  // words that are written meanwhile don't clash with it
  await screen.getByRole('textbox', { name: 'Zadeva' }).fill('Vaja v soboto');
  await expect.poll(() => server.row.texts.sl?.subject).toBe('Vaja v soboto');
  await screen.getByRole('button', { name: 'Odstrani priponko urnik.pdf' }).click();
  await expect.poll(() => server.row.attachments).toEqual([]);
  await expect.element(screen.getByRole('heading', { name: 'Priponke' })).toHaveFocus();
});

test('the focus stays with the files when the last button goes, and in a field that is written in', async () => {
  const fileOf = (at: number) => ({
    ...{ id: idOf(70 + at), name: `${at}.pdf`, type: 'application/pdf', bytes: 100 },
  });
  const { server, answers } = serverOf({ attachments: Array.from({ length: 9 }, (_, at) => fileOf(at)) });
  const removed = Promise.withResolvers<void>();
  const { attachments } = server.row;
  const { screen } = await open({
    ...answers,
    messages: {
      ...answers.messages,
      attach: () => server.change({ attachments: [...attachments, fileOf(9)] }),
      detach: async () => {
        await removed.promise;
        return server.change({ attachments });
      },
    },
  });
  const choose = screen.getByRole('button', { name: 'Izberi datoteko' });
  await expect.element(choose).toBeVisible();
  choose.element().focus();
  await userEvent.upload(await fileInput(), new File(['%PDF'], '9.pdf', { type: 'application/pdf' }));
  await expect.element(choose).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Priponke' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Odstrani priponko 9.pdf' }).click();
  const subject = screen.getByRole('textbox', { name: 'Zadeva' });
  await subject.fill('Vaja');
  removed.resolve();
  await expect.element(choose).toBeVisible();
  await expect.element(subject).toHaveFocus();
});

test('says which file is of a type that is not sent', async () => {
  const { answers } = serverOf({});
  const refused = new Refusal({ status: 415, code: 'unsupported_media_type' });
  const { screen } = await open({ ...answers, messages: { ...answers.messages, attach: () => refused } });
  await userEvent.upload(await fileInput(), new File(['x'], 'igra.pdf', { type: 'application/pdf' }));
  await expect
    .element(screen.getByText('»igra.pdf«: Datoteke te vrste ni mogoče sprejeti.', { exact: true }))
    .toBeVisible();
});

test('is planned at a day and time of the organisation, and refuses a time that has passed', async () => {
  const { server, answers } = serverOf({
    kind: 'enrolment',
    texts: { sl: { subject: 'Nastop', body: 'Vabljeni.' } },
  });
  // the bar says when on a desk alone
  await page.viewport(1440, 900);
  const { screen } = await open(answers);
  const bar = page.getByRole('region', { name: 'Pošiljanje sporočila' });
  await expect.element(bar.getByText('takoj')).toBeVisible();
  await screen.getByRole('radio', { name: 'Ob izbranem času' }).click();
  await expect.element(bar.getByText('takoj')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Naroči pošiljanje' }).click();
  const lacks = page.getByRole('region', { name: 'Pred pošiljanjem dopolnite:' });
  await expect.element(lacks.getByText('Izberite dan in uro', { exact: false })).toBeVisible();
  const day = screen.getByRole('textbox', { name: 'Dan' });
  await day.fill('1. 9. 2026');
  await userEvent.tab();
  await expect.element(lacks.getByText('Izbrani čas je že mimo.', { exact: false })).toBeVisible();
  await day.fill('1. 12. 2099');
  const time = screen.getByRole('textbox', { name: 'Ura' });
  await time.fill('18:30');
  await expect.element(screen.getByText('torek, 1. december 2099')).toBeVisible();
  const [dayBox, timeBox] = [day, time].map((one) => one.element().getBoundingClientRect());
  expect(timeBox?.bottom).toBeCloseTo(dayBox?.bottom ?? 0, -1);
  await expect.poll(() => server.row.send_at).toBe('2099-12-01T17:30:00.000Z');
  await screen.getByRole('button', { name: 'Naroči pošiljanje' }).click();
  const dialog = page.getByRole('dialog', { name: 'Naročim pošiljanje 36 sporočil?' });
  await expect.element(dialog.getByText('1. 12. 2099', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Naroči pošiljanje' }).click();
  await expect.element(page.getByText('Načrtovano', { exact: true })).toBeVisible();
});
