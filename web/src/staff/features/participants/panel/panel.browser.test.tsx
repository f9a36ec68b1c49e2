import type { SentMail } from '@vpisnik/contract/participant-mails';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { formFieldOf } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { historyOf, mailOf, noteOf, participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { button, openPanel, panel, said, spela, tim } from '../../../../../test/servers/participant-panel.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

// fixed days: the fake API answers this day, and the page shows it

describe('the detail', () => {
  it('shows answers with their original questions, marks sensitive ones, and gives each mail’s state and reason', async () => {
    const answer = {
      field_id: idOf(51),
      label: null,
      type: 'text',
      value: 'x',
      sensitive: false,
      purpose: null,
    };
    const { answers } = participantServer(
      participantOf({
        answers: [
          { ...answer, purpose: 'date_of_birth', name: 'Datum rojstva', type: 'date', text: '2012-03-04' },
          { ...answer, field_id: idOf(52), name: 'Zdravje', text: 'Alergija na arašide.', sensitive: true },
        ],
        mails: [
          mailOf(),
          mailOf({ id: idOf(202), state: 'failed', state_reason: 'refused: 550 No such user' }),
          mailOf({
            id: idOf(203),
            state: 'cancelled',
            state_reason: 'undone',
            status_at: 'rejected',
            decision_reason: 'Skupina je za starejše.',
          }),
        ],
        elsewhere: [
          {
            id: tim.id,
            group_id: idOf(2),
            group_name: { sl: 'Balet' },
            status: 'approved',
            withdrawn_at: null,
          },
        ],
        notes: 'Ob četrtkih pride pozneje.',
      }),
    );
    await openPanel(answers);
    await expect.element(page.getByRole('blockquote')).toHaveTextContent('Ob četrtkih pride pozneje.');
    await said(panel()).toMatch(/Datum rojstva4\. 3\. 2012/);
    await said(panel()).toMatch(/ZdravjeobčutljivoAlergija na arašide\./);
    await said(panel()).toMatch(/poštni strežnik prejemnika ga je zavrnil.*550 No such user/);
    await said(panel()).toMatch(/Zavrnjena.*sprememba je bila razveljavljena.*Skupina je za starejše\./);
    await expect.element(page.getByRole('link', { name: 'Balet' })).toBeVisible();
    await expectAccessible(document);
  });

  it('shows the answers that differ in a repeated application, with dates in the reader’s format', async () => {
    const again = { id: idOf(71), created_at: '2026-09-18T09:30:00.000000Z', name: null, notes: null };
    const answer = { field_id: idOf(52), label: null, name: 'Zdravje', type: 'text', value: 'x' };
    const { answers } = participantServer(
      participantOf({
        reapplications: [
          { ...again, phone: '041 333 444', answers: [{ ...answer, text: 'Astma', sensitive: true }] },
        ],
      }),
    );
    const entry = historyOf({ changes: [{ field: 'status', from: 'pending', to: 'approved' }], bulk: true });
    const participant_history = { list: () => listOf(entry) };
    await openPanel({ ...answers, participant_history });
    await said(panel()).toMatch(
      /Prijava je bila oddana znova.*18\. 9\. 2026, 11:30.*Telefon041 333 444.*Zdravjeobčutljivo.*Astma/,
    );
    await said(panel()).toMatch(
      /Zgodovina.*Stanje: V obravnavi → Odobrena.*17\. 9\. 2026, 10:00, Nina Bergant, množična sprememba/,
    );
    await expectAccessible(document);
  });

  it('is fetched again where that can help, not where the application was deleted', async () => {
    const { answers } = participantServer(spela);
    let status = 400;
    const get = () => new Refusal(status === 404 ? { status, code: 'not_found' } : { status });
    await renderApp({
      path: `/participants/${spela.id}`,
      answers: { ...answers, participants: { ...answers.participants, get } },
    });
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText(/^Podatkov ni bilo mogoče naložiti/)).toBeVisible();
    status = 404;
    await button('Poskusi znova').click();
    await expect.element(alert.getByText(/^Tega zapisa ni več/)).toBeVisible();
    await expect.element(button('Poskusi znova')).not.toBeInTheDocument();
  });

  it('sends a failed mail again to a corrected address, once', async () => {
    const failed = mailOf({ status_at: 'pending', state: 'failed', state_reason: 'refused' });
    const { server, answers } = participantServer(participantOf({ mails: [failed] }));
    await openPanel(answers);
    await button('Popravi naslov in pošlji').click();
    const address = page.getByRole('textbox', { name: 'Pravi e-naslov' });
    await address.fill('barbara@');
    await button('Shrani naslov in pošlji').click();
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    await address.fill('barbara.prava@mail.test');
    await button('Shrani naslov in pošlji').click();
    await expect.element(page.getByText('Sporočilo bo poslano na barbara.prava@mail.test')).toBeVisible();
    expect(server.rows.get(spela.id)).toMatchObject({ email: 'barbara.prava@mail.test' });
    await expect.element(button('Pošlji znova')).not.toBeInTheDocument();
    // so that none of the controls is cut by the head
    await button('Obvestila').click();
    await expectAccessible();
  });

  it('shows a mail as it was sent, by whose template, and says when its words are not kept', async () => {
    const bounced = mailOf({ id: idOf(202), state: 'failed', state_reason: 'mailbox_missing' });
    const waiting = mailOf({ id: idOf(203), state: 'queued', sent_at: null });
    const { answers } = participantServer(participantOf({ mails: [waiting, bounced, mailOf()] }));
    const sent: SentMail = {
      ...{ id: idOf(201), email_type: 'application_status_update', to_address: 'barbara@mail.test' },
      ...{ language: 'en', sent_at: '2026-09-16T15:03:00.000000Z', template_missed: false },
      words: { subject: 'You are in', text: 'Hello Barbara,\n\nsee you on Tuesday.' },
      template: { id: idOf(50), name: 'Tabori', number: 3 },
    };
    const old = { ...sent, id: bounced.id, words: null, template: null, template_missed: true };
    const participant_mails: Answers['participant_mails'] = {
      get: ({ params: { id } }) =>
        [sent, old].find((one) => one.id === id) ?? new Refusal({ status: 404, code: 'not_found' }),
    };
    await openPanel({ ...answers, participant_mails });
    const shows = page.getByRole('button', { name: 'Pokaži sporočilo: Sprememba stanja prijave: Odobrena' });
    await expect.poll(() => shows.elements().length).toBe(2);
    await shows.nth(1).click();
    const dialog = page.getByRole('dialog', { name: 'Sprememba stanja prijave: Odobrena' });
    await expect.element(dialog.getByRole('heading', { name: 'You are in' })).toBeVisible();
    await expect.element(dialog.getByText('Tabori, različica 3')).toBeVisible();
    await expect.element(dialog.getByText('16. 9. 2026, 17:03')).toBeVisible();
    const words = dialog.getByRole('article').element();
    expect(words).toHaveProperty('lang', 'en');
    expect(words.textContent).toContain(sent.words?.text);
    await expectAccessible(document);
    await userEvent.keyboard('{Escape}');
    await expect.element(shows.nth(1)).toHaveFocus();
    await shows.nth(0).click();
    await expect.element(dialog.getByText(/^Besedilo tega sporočila ni shranjeno/)).toBeVisible();
    await expect.element(dialog.getByText(/zato je odšlo privzeto besedilo\.$/)).toBeVisible();
    await expect.element(dialog.getByRole('article')).not.toBeInTheDocument();
  });

  it('marks an address that rejects mail, and leads to where it is corrected', async () => {
    const { answers } = participantServer(participantOf({ address_bounced: true }));
    await openPanel(answers);
    const warning = page.getByText('Ta naslov zavrača pošto, zato se sporočila nanj ne pošiljajo več.');
    await expect.element(warning).toBeVisible();
    const mail = panel().getByRole('link', { name: /^Piši: .*barbara@mail.test$/ });
    await expect.element(mail).toHaveAccessibleDescription(/zavrača pošto/);
    await expectAccessible(document);
    await button('Popravi naslov').click();
    await expect.element(page.getByRole('dialog', { name: 'Podatki: Špela Žnidaršič' })).toBeVisible();
  });

  it('notes once and for all that a person wants no news', async () => {
    const { server, answers } = participantServer(spela);
    const declined_news = { since: '2026-09-16T15:03:00Z', how: 'staff', noted_by: 'Nina Bergant' } as const;
    const declineNews = () => server.change(spela.id, { declined_news });
    await openPanel({ ...answers, participants: { ...answers.participants, declineNews } });
    await button('Odjavi novice').click();
    const question = page.getByRole('dialog', { name: 'Odjavim novice za naslov barbara@mail.test?' });
    await expectAccessible(document);
    await question.getByRole('button', { name: 'Odjavi novice' }).click();
    await expect
      .poll(() => document.activeElement?.textContent)
      .toMatch(/^Ne želi novic \(od 16\. 9\. 2026.*\) Povedano ekipi; zapis: Nina Bergant\.$/);
    await expect.element(button('Odjavi novice')).not.toBeInTheDocument();
  });

  it('shows when the page of the applicant was opened, sends its link and ends it', async () => {
    const { answers } = participantServer(spela);
    const state = {
      ...{ address: 'barbara@mail.test', available: true, may_look: false },
      ...{ created_at: '2026-09-10T08:00:00Z', last_used_at: '2026-09-16T15:03:00Z' },
    };
    const sent: string[] = [];
    const end = () => ({ ...state, created_at: null, last_used_at: null });
    const send = ({ params }: { params: { id: string } }) => {
      sent.push(params.id);
      return state;
    };
    await openPanel({ ...answers, applicant_links: { get: () => state, send, end } });
    await expect.element(page.getByText(/Nazadnje odprta 16\. 9\. 2026\.$/)).toBeVisible();
    // who has not all groups in scope doesn't see the siblings in others
    await expect.element(button('Poglej stran')).not.toBeInTheDocument();
    await button('Pošlji povezavo').click();
    await expect.element(page.getByText('Povezava bo poslana na barbara@mail.test')).toBeVisible();
    expect(sent).toEqual([spela.id]);
    await button('Prekliči povezavo').click();
    const question = page.getByRole('dialog', { name: 'Prekličem povezavo za barbara@mail.test?' });
    await question.getByRole('button', { name: 'Prekliči povezavo' }).click();
    await expect.element(page.getByText(/Še ni bila odprta\.$/)).toBeVisible();
    await expect.element(button('Prekliči povezavo')).not.toBeInTheDocument();
  });

  it('repeats a mail over a change meanwhile, and brings the history up to date', async () => {
    const failed = mailOf({ status_at: 'pending', state: 'failed', state_reason: 'refused' });
    const { server, answers } = participantServer(participantOf({ mails: [failed] }));
    const { sendMailAgain } = answers.participants;
    answers.participants.sendMailAgain = (input) =>
      input.body.version === server.rows.get(spela.id)?.version
        ? sendMailAgain(input)
        : new Refusal({ status: 409, code: 'edit_conflict', current: server.rows.get(spela.id) });
    let entry = historyOf({ changes: [{ field: 'status', from: 'pending', to: 'approved' }] });
    const participant_history = { list: () => listOf(entry) };
    await openPanel({ ...answers, participant_history });
    await said(panel()).toMatch(/Stanje: V obravnavi → Odobrena/);
    await button('Popravi naslov in pošlji').click();
    await page.getByRole('textbox', { name: 'Pravi e-naslov' }).fill('barbara.prava@mail.test');
    const other = mailOf({ id: idOf(204), status_at: 'pending', state: 'cancelled' });
    server.change(spela.id, { mails: [other, failed] });
    entry = historyOf({ changes: [{ field: 'status', from: 'pending', to: 'waitlisted' }] });
    await button('Shrani naslov in pošlji').click();
    await said(panel()).toMatch(/Stanje: V obravnavi → Čakalna vrsta/);
    await button('Shrani naslov in pošlji').click();
    await expect.element(page.getByText('Sporočilo bo poslano na barbara.prava@mail.test')).toBeVisible();
  });

  it('keeps a note until saved, and offers a choice when another user saved a different text', async () => {
    const { server, answers } = participantServer(spela);
    const { router } = await openPanel(answers);
    const field = page.getByRole('textbox', { name: 'Nov zapisek' });
    await field.fill('Plača oče.');
    await button('Shrani zapisek').click();
    await expect.element(field).toHaveValue('');
    await said(panel()).toMatch(/Nina Bergant, 17\. 9\. 2026, 10:00.*Plača oče\./);

    const acts = page.getByRole('button', { name: /Dejanja zapiska/ });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    const text = page.getByRole('textbox', { name: 'Besedilo zapiska' });
    await text.fill('Plača teta.');
    server.notes = server.notes.map((note) => ({ ...note, text: 'Plača mama.', version: 2 }));
    await button('Shrani zapisek').click();
    await said(page.getByRole('alert')).toMatch(/Plača teta\..*Plača mama\./);
    await expectAccessible();
    await button('Obdrži moje').click();
    await expect.element(text).not.toBeInTheDocument();
    expect(server.notes).toMatchObject([{ text: 'Plača teta.', version: 3 }]);

    await acts.click();
    await page.getByRole('menuitem', { name: 'Pripni na vrh' }).click();
    await said(panel()).toMatch(/pripeto.*Plača teta\./);
    await field.fill('Drugo');
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('dialog', { name: 'Zapustim stran brez shranjevanja?' }))
      .toBeVisible();
    await button('Ostani').click();
    expect(router.state.location.pathname).toBe(`/participants/${spela.id}`);
    await expect.element(field).toHaveValue('Drugo');
    await expect.element(field).toHaveFocus();
  });

  it('goes on from the notes when one was written, edited or deleted by the keyboard', async () => {
    const { answers } = participantServer(spela);
    await openPanel(answers);
    const field = page.getByRole('textbox', { name: 'Nov zapisek' });
    await userEvent.type(field, 'Plača oče.');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();

    const acts = page.getByRole('button', { name: /Dejanja zapiska/ });
    const open = async () => {
      await expect.element(acts).toBeVisible();
      acts.element().focus();
      await userEvent.keyboard('{Enter}');
    };
    const heading = page.getByRole('heading', { name: 'Interni zapiski' });
    await open();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    await userEvent.type(page.getByRole('textbox', { name: 'Besedilo zapiska' }), ' In teta.');
    await userEvent.keyboard('{Tab}{Enter}');
    await said(panel()).toMatch(/In teta\./);
    await expect.element(heading).toHaveFocus();

    await open();
    await page.getByRole('menuitem', { name: 'Izbriši zapisek' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Izbriši zapisek' }).click();
    await expect.element(page.getByText('Zapisek je izbrisan')).toBeVisible();
    await expect.element(heading).toHaveFocus();
  });

  it('keeps the words of notes that others deleted, and saves them as new ones', async () => {
    const { server, answers } = participantServer(spela);
    server.notes = [noteOf(), noteOf({ id: idOf(302), text: 'Ima ključ.' })];
    const { update } = answers.participant_notes;
    const participant_notes: Answers['participant_notes'] = {
      ...answers.participant_notes,
      update: (input) =>
        server.notes.some(({ id }) => id === input.params.id)
          ? update(input)
          : new Refusal({ status: 404, code: 'not_found' }),
    };
    await openPanel({ ...answers, participant_notes });
    const text = page.getByRole('textbox', { name: 'Besedilo zapiska' });
    for (const words of ['Plača teta.', 'Ključ je vrnil.']) {
      await page
        .getByRole('button', { name: /Dejanja zapiska/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
      await text.last().fill(words);
    }
    server.notes = [];
    // one save tells of its own note, and the list then of the other one
    await button('Shrani zapisek').last().click();
    const gone = page.getByText(/Ta zapisek je bil medtem izbrisan/);
    await expect.poll(() => gone.elements().length).toBe(2);
    await expect.element(text.first()).toHaveValue('Plača teta.');
    await expectAccessible();
    await button('Shrani kot nov zapisek').last().click();
    await expect.poll(() => text.elements().length).toBe(1);
    await button('Shrani kot nov zapisek').click();
    await expect.element(text).not.toBeInTheDocument();
    expect(server.notes).toMatchObject([{ text: 'Plača teta.' }, { text: 'Ključ je vrnil.' }]);
  });

  it('keeps what is typed into notes that are edited at once, and takes nothing while one is saved', async () => {
    const { server, answers } = participantServer(spela);
    server.notes = [
      noteOf(),
      noteOf({ id: idOf(302), text: 'Ima ključ.', created_at: '2026-09-16T08:00:00.000000Z' }),
    ];
    const { create } = answers.participant_notes;
    const saved = Promise.withResolvers<void>();
    const participant_notes: Answers['participant_notes'] = {
      ...answers.participant_notes,
      create: (input) => saved.promise.then(() => create(input)),
    };
    await openPanel({ ...answers, participant_notes });
    const acts = page.getByRole('button', { name: /Dejanja zapiska/ });
    await acts.first().click();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    const text = page.getByRole('textbox', { name: 'Besedilo zapiska' });
    await text.fill('Plača teta.');
    await acts.click();
    await page.getByRole('menuitem', { name: 'Uredi zapisek' }).click();
    await expect.element(text.nth(1)).toHaveValue('Ima ključ.');
    await expect.element(text.nth(0)).toHaveValue('Plača teta.');

    const field = page.getByRole('textbox', { name: 'Nov zapisek' });
    await field.fill('Pride kasneje.');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(field).toHaveAttribute('readonly');
    saved.resolve();
    await expect.element(field).toHaveValue('');
    await expect.element(field).not.toHaveAttribute('readonly');
  });

  it('is a full-screen sheet where there is no room beside the list', async () => {
    await page.viewport(360, 780);
    const { answers } = participantServer(spela);
    await openPanel(answers);
    const sheet = page.getByRole('dialog', { name: spela.name });
    await expect.element(sheet).toBeVisible();
    await expectAccessible(document);
    await button('Odobri').click();
    await button('Razveljavi').click();
    await expect.element(page.getByText(/odločitev je razveljavljena/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await page.viewport(1440, 900);
  });
});

describe('the contact', () => {
  const answer = { field_id: idOf(51), label: null, type: 'text', value: 'x', sensitive: false };
  const child = participantOf({
    email: 'barbara@mail.test',
    phone: null,
    guardian_name: 'Barbara Žnidaršič',
    guardian_phone: '+386 (0)40 111 222',
    answers: [
      { ...answer, name: 'Starš', text: 'Barbara Žnidaršič', purpose: 'guardian_name' },
      { ...answer, field_id: idOf(52), name: 'Šola', text: 'OŠ Poljane', purpose: null },
    ],
  });
  const call = 'Pokliči: Barbara Žnidaršič, +386 (0)40 111 222';

  it('of a child is the guardian: called from the row and from the panel by a thumb', async () => {
    // the row has it beside the panel on wide screens alone
    onTestFinished(() => page.viewport(1440, 900));
    await page.viewport(1600, 900);
    const { answers } = participantServer(child, tim);
    await openPanel(answers);
    for (const part of [panel(), page.getByRole('row', { name: /Špela/ })]) {
      const link = part.getByRole('link', { name: call });
      await expect.element(link).toHaveAttribute('href', 'tel:+38640111222');
      expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    await said(panel()).toMatch(/Barbara Žnidaršič starš ali skrbnik/);
    await said(page.getByRole('row', { name: /Špela/ })).toMatch(/Barbara Žnidaršič/);
    await expect
      .element(panel().getByRole('link', { name: /^Piši/ }))
      .toHaveAttribute('href', 'mailto:barbara@mail.test');
    // the contact stands once, what else was answered below
    await said(panel()).toMatch(/OŠ Poljane/);
    await expect.element(panel().getByText('Starš', { exact: true })).not.toBeInTheDocument();
    await expectAccessible(document);
  });

  it('of an adult is the person; a child’s own telephone is told apart, and none is said', async () => {
    const { answers } = participantServer(
      participantOf({ guardian_name: 'Barbara Žnidaršič', guardian_phone: '040 111 222' }),
      tim,
    );
    const { router } = await openPanel(answers);
    await said(panel()).toMatch(/Telefon udeleženca.*031 777 188/);
    await router.navigate({ to: '/participants/$participant_id', params: { participant_id: tim.id } });
    await expect.element(page.getByText('Brez telefona in e-pošte.')).toBeVisible();
  });

  it('is asked of the guardian where the group’s form does so', async () => {
    const { server, answers } = participantServer(tim);
    const ask = { type: 'phone_number', purpose: 'guardian_phone', name: { sl: 'Telefon starša' } };
    server.group = groupOf({
      fields: [{ id: idOf(71), form_field_id: idOf(72), widget: 'phone', required: true, question: null }],
    });
    const bodies: unknown[] = [];
    await renderApp({
      path: '/participants',
      answers: {
        ...answers,
        form_fields: { list: () => listOf(formFieldOf({ id: idOf(72), ...ask })) },
        participants: {
          ...answers.participants,
          create: ({ body }) => {
            bodies.push(body);
            return participantOf({ id: tim.id, name: body.name });
          },
        },
      },
    });
    await button('Dodaj udeleženca').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('textbox', { name: /^Telefon/ })).toBeVisible();
    await page.getByRole('combobox', { name: 'Skupina' }).click();
    await page.getByRole('option', { name: /Moderni ples/ }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Telefon starša' })).toBeVisible();
    await expect
      .element(dialog.getByRole('textbox', { name: /^Telefon(?! starša)/ }))
      .not.toBeInTheDocument();
    await page.getByLabelText('Ime in priimek').fill('Ana Novak');
    await dialog.getByLabelText('Telefon starša').fill('040 111 222');
    await dialog.getByRole('button', { name: 'Dodaj udeleženca' }).click();
    await expect.poll(() => bodies).toMatchObject([{ phone: null, answers: { [idOf(71)]: '040 111 222' } }]);
  });
});
