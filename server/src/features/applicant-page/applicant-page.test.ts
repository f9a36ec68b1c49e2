import { addDays } from '@vpisnik/contract/rules/dates';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { AHEAD_DAYS } from '../sessions/coming.ts';
import { applicantCalendar } from './calendar.ts';
import { readApplicant } from './service.ts';
import { slipPaper, slipPicture } from './slip.ts';

// fixed days: times of application are only compared with one another

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const today = new Date().toISOString().slice(0, 10);
const address = 'barbara@example.com';
let organization_id: string;
let group_id: string;
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group_id = (await site.factories.group({ organization_id, name: { sl: 'Balet' }, capacity: 2 })).id;
});

const person = (given: Parameters<typeof site.factories.participant>[0] = {}) =>
  site.factories.participant({ organization_id, group_id, email: 'Barbara@example.com', ...given });
const whose = () => ({ organizationId: organization_id, address });
const read = (reference: string | null = null) =>
  readApplicant(site.pools, whose(), { reference, publicUrl: 'https://vpisnik.test' });
const account = () =>
  site.rows(
    `insert into payment_settings (organization_id, recipient, street, town, iban, bic)
      values ($1, 'Plesna šola', 'Tržaška 1', '1000 Ljubljana', 'SI56191000000123438', '')`,
    [organization_id],
  );

test('shows all applications of an address whatever its letters, the latest first, and none of others', async () => {
  const first = await person({ name: 'Jakob', application_date: '2026-09-01T10:00:00Z' });
  const second = await person({ name: 'Zala', application_date: '2026-09-02T10:00:00Z' });
  await person({ name: 'Tuja', email: 'tuja@example.com' });
  const foreign = await site.factories.participant({ email: address });
  const shown = await read();
  expect(shown?.application).toMatchObject({
    reference: second.reference,
    name: 'Zala',
    email: 'Barbara@example.com',
  });
  expect(shown?.others.map(({ reference }) => reference)).toEqual([first.reference]);
  expect((await read(first.reference))?.application.name).toBe('Jakob');
  expect(await read(foreign.reference)).toBeUndefined();
  expect(JSON.stringify(shown)).not.toContain('Tuja');
});

test('holds no sensitive answer and nothing that staff keep for themselves', async () => {
  const answer = { label: null, text: '', type: 'text' };
  await person({
    staff_notes: 'skrivnost osebja',
    answers: [
      {
        ...answer,
        field_id: crypto.randomUUID(),
        name: 'Alergije',
        value: 'oreščki',
        text: 'oreščki',
        sensitive: true,
      },
      {
        ...answer,
        field_id: crypto.randomUUID(),
        name: 'Majica',
        value: 'm',
        text: 'Srednja',
        sensitive: false,
      },
      {
        ...answer,
        field_id: crypto.randomUUID(),
        name: 'Slike',
        type: 'checkbox',
        value: true,
        sensitive: false,
      },
      {
        ...answer,
        field_id: crypto.randomUUID(),
        name: 'Rojstvo',
        type: 'date',
        value: '2015-03-04',
        sensitive: false,
      },
    ],
  } as never);
  const shown = await read();
  expect(shown?.application.facts.map(({ question, kind, value }) => [question, kind, value])).toEqual([
    [null, 'text', 'Barbara@example.com'],
    ['Alergije', 'text', null],
    ['Majica', 'text', 'Srednja'],
    ['Slike', 'tick', 'true'],
    ['Rojstvo', 'day', '2015-03-04'],
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/oreščki|skrivnost/);
});

test('a tick that the form asked for and that was not made is a no; one that nobody was asked is not', async () => {
  const { factories } = site;
  const before = new Date(Date.now() - 86_400_000).toISOString();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const asks = (sl: string, given: object = {}, own: object = {}) =>
    factories.groupField({
      ...{ organization_id, group_id, widget: 'checkbox', created_at: before, ...given },
      question: { type: 'checkbox', name: { sl, en: `${sl} en` }, ...own },
    });
  const catalogue = await factories.formField({
    ...{ organization_id, type: 'checkbox', name: { sl: 'Filmi', en: 'Films' } },
  });
  await asks('Slike');
  const picked = { organization_id, group_id, widget: 'checkbox', created_at: before } as const;
  await factories.groupField({ ...picked, form_field_id: catalogue.id });
  await asks('Pozneje', { created_at: later });
  await asks('Astma', {}, { sensitive: true });
  await asks('Majica', { widget: 'text' }, { type: 'text' });
  const { id: ticked } = await asks('Pravila');
  const answer = {
    ...{ field_id: ticked, label: null, name: 'Pravila', type: 'checkbox', value: true, text: 'Da' },
    sensitive: false,
  };
  const privacy_version = '2026-01';
  const { reference } = await person({ privacy_version, answers: [answer] } as never);
  const told = async (of: string) =>
    (await read(of))?.application.facts.slice(1).map(({ question, kind, value }) => [question, kind, value]);
  expect(await told(reference)).toEqual([
    ['Pravila', 'tick', 'true'],
    ['Slike', 'tick', 'false'],
    ['Filmi', 'tick', 'false'],
  ]);
  const english = await person({ privacy_version, language: 'en', answers: [answer] } as never);
  expect((await told(english.reference))?.map(([question]) => question)).toContain('Films');
  // answered in another group's form, and entered by staff, who are asked nothing
  const moved = { ...answer, field_id: crypto.randomUUID(), form_field_id: catalogue.id, name: 'Filmi' };
  const other = await person({ privacy_version, answers: [answer, moved] } as never);
  expect(await told(other.reference)).toEqual([
    ['Pravila', 'tick', 'true'],
    ['Filmi', 'tick', 'true'],
    ['Slike', 'tick', 'false'],
  ]);
  expect(await told((await person({ answers: [] } as never)).reference)).toEqual([]);
});

test('a tick of a group that somebody was moved to is no question that they were asked', async () => {
  const { factories, rows } = site;
  const before = new Date(Date.now() - 86_400_000).toISOString();
  const group = await factories.group({ organization_id });
  await factories.groupField({
    ...{ organization_id, group_id: group.id, widget: 'checkbox', created_at: before },
    question: { type: 'checkbox', name: { sl: 'Prevoz' } },
  });
  const { id, reference } = await person({ privacy_version: '2026-01', answers: [] } as never);
  await rows('update participants set group_id = $2 where id = $1', [id, group.id]);
  expect((await read(reference))?.application.facts.slice(1)).toEqual([]);
});

test('the queue goes by the time of application alone', async () => {
  const waiting = (day: number, given: object = {}) =>
    person({ status: 'waitlisted', application_date: `2026-09-0${day}T10:00:00Z`, ...given });
  await person({ email: 'ima@example.com', status: 'approved' });
  await waiting(3, { email: 'kasneje@example.com' });
  await waiting(1, { email: 'prej@example.com' });
  const mine = await waiting(2);
  expect((await read(mine.reference))?.application).toMatchObject({
    state: 'waitlisted',
    queue: { position: 2, places: 2, taken: 1 },
    sessions: [],
  });
});

test('payments are what is owed by its day, then what has come; the first has its data, code and paper', async () => {
  await account();
  const { id, reference } = await person({ status: 'approved' });
  const pay = (given: object) => site.factories.payment({ organization_id, participant_id: id, ...given });
  const later = await pay({ amount: '50.00', expiration_date: addDays(today, 30) });
  const first = await pay({ amount: '45.00', split_total: '85.00', expiration_date: addDays(today, 3) });
  await pay({ amount: '40.00', status: 'completed', payment_date: today });
  await pay({ amount: '99.00', status: 'cancelled' });
  const shown = await read(reference);
  expect(shown?.application.payments).toMatchObject([
    { id: first.id, amount: '45.00', state: 'due', paid_before: '40.00' },
    { id: later.id, amount: '50.00', state: 'due', paid_before: null },
    { amount: '40.00', state: 'paid', payment_date: today },
  ]);
  expect(shown?.application.slip).toMatchObject({
    payment_id: first.id,
    iban: 'SI56191000000123438',
    recipient: 'Plesna šola',
    kind: 'UPN QR',
  });
  const its = { ...whose(), reference };
  const picture = await slipPicture(site.pools, its, later.id);
  expect(picture?.subarray(1, 4).toString()).toBe('PNG');
  const paper = await slipPaper(site.pools, its, new AbortController().signal);
  expect(paper?.name).toMatch(new RegExp(`-${reference.toLowerCase()}-\\d{4}-\\d\\d-\\d\\d\\.pdf$`));
  const [begin] = (await paper?.document.take(1).toArray()) ?? [];
  expect(Buffer.from(begin).subarray(0, 5).toString()).toBe('%PDF-');
  // of another address, of another application, and after it is over
  expect(await slipPicture(site.pools, { ...its, address: 'tuja@example.com' }, first.id)).toBeUndefined();
  const sibling = await person({ name: 'Zala' });
  expect(await slipPicture(site.pools, { ...its, reference: sibling.reference }, first.id)).toBeUndefined();
  await site.rows(`update participants set status = 'inactive' where id = $1`, [id]);
  expect(await slipPaper(site.pools, its, new AbortController().signal)).toBeUndefined();
});

test('siblings whose places are answered together are told apart from those with an offer of their own', async () => {
  const tie = crypto.randomUUID();
  const offered = (name: string, offer_tie: string | null) =>
    person({
      ...{ name, status: 'waitlisted', offer_tie, offer_no: 1, offered_at: new Date().toISOString() },
      offer_until: new Date(Date.now() + 86_400_000).toISOString(),
    });
  const zala = await offered('Zala', tie);
  await offered('Tian', tie);
  await offered('Maks', null);
  const passed = await offered('Vid', tie);
  await site.rows(`update participants set offer_until = now() - interval '1 minute' where id = $1`, [
    passed.id,
  ]);
  const together = async (reference: string) =>
    (await read(reference))?.others.flatMap((one) => (one.together ? [one.name] : []));
  expect(await together(zala.reference)).toEqual(['Tian']);
  expect(await together(passed.reference)).toEqual([]);
});

test('dates are the group’s with what departs from them, for who has a place', async () => {
  const tomorrow = addDays(today, 1);
  const hall = await site.factories.location({ organization_id, name: 'Oder' });
  await site.factories.sessionException({
    ...{ organization_id, group_id, kind: 'added', new_date: tomorrow, new_start_time: '23:00' },
    location_id: hall.id,
  });
  const { reference } = await person({ status: 'approved' });
  const shown = await read(reference);
  expect(shown?.application.sessions).toContainEqual(
    expect.objectContaining({
      date: tomorrow,
      start_time: '23:00',
      state: 'added',
      other_place: expect.stringContaining('Oder'),
    }),
  );
  const asked = { reference, language: undefined, publicUrl: 'https://vpisnik.test' };
  const file = await applicantCalendar(site.pools, whose(), asked);
  expect(file?.calendar).toContain(`${tomorrow.replaceAll('-', '')}T230000`);
  expect(file?.calendar).not.toContain(address);
  expect(
    await applicantCalendar(site.pools, { ...whose(), address: 'tuja@example.com' }, asked),
  ).toBeUndefined();
  // who is asked whether they take a place sees when they would come
  const change = (values: string) =>
    site.rows(`update participants set ${values} where reference = $1`, [reference]);
  await change(`status = 'waitlisted'`);
  await change(`offer_no = 1, offered_at = now(), offer_until = now() + interval '1 day'`);
  expect((await read(reference))?.application).toMatchObject({
    state: 'offered',
    sessions: shown?.application.sessions,
  });
  await change(`status = 'rejected'`);
  expect(await applicantCalendar(site.pools, whose(), asked)).toBeUndefined();
  expect((await read(reference))?.application.sessions).toEqual([]);
});

test('an application for a child is told from one’s own', async () => {
  const answered = (purpose: string, type: string, value: string) => ({
    ...{
      purpose,
      type,
      value,
      field_id: crypto.randomUUID(),
      name: purpose,
      label: null,
      text: value,
      sensitive: false,
    },
  });
  const guardian = answered('guardian_name', 'text', 'Barbara Novak');
  const given = (...answers: object[]) => ({ answers: answers as never });
  const child = await person({ name: 'Zala', ...given(guardian) });
  const adult = await person({ name: 'Barbara', ...given(answered('date_of_birth', 'date', '1985-03-04')) });
  expect((await read(child.reference))?.application.for_child).toBe(true);
  expect((await read(adult.reference))?.application.for_child).toBe(false);
});

test('dates are said to go on where the group does, beyond the days that people are told of', async () => {
  await person({ status: 'approved' });
  const goesOn = async (end_date: string | null) => {
    await site.rows('update groups set end_date = $2 where id = $1', [group_id, end_date]);
    return (await read())?.application.has_later_sessions;
  };
  expect(await goesOn(null)).toBe(true);
  expect(await goesOn(addDays(today, AHEAD_DAYS + 10))).toBe(true);
  expect(await goesOn(addDays(today, AHEAD_DAYS - 10))).toBe(false);
});

test('a rejection gives its reason, and groups with free places for the age', async () => {
  const rejected = await person({ status: 'rejected' });
  await site.factories.mail({
    ...{ organization_id, group_id, participant_id: rejected.id, email_type: 'application_status_update' },
    ...{ status_at: 'rejected', decision_reason: 'Skupina je za starejše.' },
  });
  await site.rows('update groups set age_from = 7, age_to = 9 where id = $1', [group_id]);
  const free = await site.factories.group({ organization_id, age_from: 6, age_to: 8 });
  await site.factories.group({ organization_id, age_from: 16 });
  const shown = await read();
  expect(shown?.application.reason).toBe('Skupina je za starejše.');
  expect(shown?.free_groups.map(({ id }) => id)).toEqual([free.id]);
});

test('what follows is in the words of the group’s own template, where it has some', async () => {
  const { id: template_id } = await site.factories.template({
    organization_id,
    email_type: 'application_confirmation',
    translations: { sl: { next_steps: { pending: '**Pridite** točno.' } } },
  });
  const { reference } = await person();
  expect((await read(reference))?.application.next_steps).toEqual({});
  await site.factories.emailSetting({
    organization_id,
    group_id,
    email_type: 'application_confirmation',
    template_id,
  });
  expect((await read(reference))?.application.next_steps).toEqual({ sl: '**Pridite** točno.' });
});
