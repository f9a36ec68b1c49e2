import { addDays } from '@vpisnik/contract/rules/dates';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicantAt } from '../../../test/applicants/applicant.ts';
import { createPublicSite } from '../../../test/applicants/public-site.ts';

let pages: Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  pages = await createPublicSite();
});
afterAll(() => pages.close());

const today = new Date().toISOString().slice(0, 10);
const address = 'barbara@posta.test';
let organization_id: string;
let group_id: string;
let me: Awaited<ReturnType<typeof applicantAt>>;
beforeEach(async () => {
  const { factories } = pages.site;
  organization_id = (await factories.organization()).id;
  group_id = (await factories.group({ organization_id, start_date: addDays(today, 10) })).id;
  me = await applicantAt(pages, { organization_id, address });
});

type Answer = {
  field_id: string;
  name: string;
  type: string;
  value: unknown;
  text: string;
  sensitive: boolean;
};
const answer = (field_id: string, value: unknown, given: Partial<Answer> & { purpose?: string } = {}) =>
  ({
    ...{
      field_id,
      label: null,
      name: 'Vprašanje',
      type: 'text',
      value,
      text: String(value),
      sensitive: false,
    },
    ...given,
  }) as never;
const person = (given: object = {}) =>
  pages.site.factories.participant({ organization_id, group_id, email: 'Barbara@posta.test', ...given });
const ask = (question: object, given: object = {}) =>
  pages.site.factories.groupField({
    ...{ organization_id, group_id, widget: 'text', ...given },
    question: {
      type: 'text',
      name: { sl: 'Vprašanje', en: 'Question' },
      description: {},
      options: [],
      ...question,
    } as never,
  });
const stored = async (id: string) =>
  (
    await pages.site.rows<{
      phone: string | null;
      notes: string;
      language: string;
      email: string;
      answers: Answer[];
    }>('select phone, notes, language, email, answers from participants where id = $1', [id])
  )[0];
const valuesOf = async (id: string) => (await stored(id))?.answers.map(({ value }) => value);
const changesOf = (id: string) =>
  pages.site.rows<{ by: string; changes: object[] }>(
    'select by, changes from participant_changes where participant_id = $1 order by id',
    [id],
  );

test('telephone, notes and answers are corrected, staff see what was there before, and the same form again does nothing', async () => {
  const { id: field } = await ask({});
  const { id, reference } = await person({ phone: '031 777 188', answers: [answer(field, 'prej')] });
  const form = await me.form(reference, 'save', 'edit');
  expect(form.html).toContain('value="031 777 188"');
  const typed = { phone: '+386 (40) 555-121', notes: 'Prva\r\nDruga', [`answers.${field}`]: 'potem' };
  expect(await form.send(typed)).toMatchObject({ status: 303, said: 'saved' });
  expect(await stored(id)).toMatchObject({ phone: '+386 (40) 555-121', notes: 'Prva\nDruga' });
  expect(await valuesOf(id)).toEqual(['potem']);
  const before = await changesOf(id);
  expect(before).toHaveLength(1);
  expect(before.flatMap(({ by, changes }) => changes.map((one) => ({ by, ...one })))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        by: 'applicant',
        field: 'phone',
        from: '031 777 188',
        to: '+386 (40) 555-121',
      }),
      expect.objectContaining({ by: 'applicant', field: 'answer', from: 'prej', to: 'potem' }),
    ]),
  );
  expect(await form.send(typed)).toMatchObject({ status: 303, said: 'unchanged' });
  expect(await changesOf(id)).toEqual(before);
  // as it stands now, nothing is changed by sending what is shown
  const shown = await me.form(reference, 'save', 'edit');
  expect(await shown.send()).toMatchObject({ said: 'unchanged' });
});

test('what is wrong is said at its field in the page’s language, what was typed stays, and nothing is saved', async () => {
  const { id: field } = await ask({}, { required: true });
  const { id, reference } = await person({ phone: '031 777 188', answers: [answer(field, 'prej')] });
  const wrong: [string, string, RegExp][] = [
    ['email', 'barbara', /ime@primer\.si/],
    ['email', `a@${'b'.repeat(320)}.si`, /ime@primer\.si|skrajšajte/],
    ['email', 'a@b.si\r\nBcc: c@d.si', /ime@primer\.si/],
    ['phone', '12', /telefonsko številko/],
    ['phone', 'pokličite me', /telefonsko številko/],
    [`answers.${field}`, '', /Izpolnite »Vprašanje«/],
    [`answers.${field}`, 'x'.repeat(2001), /skrajšajte/],
    [`answers.${field}`, 'prva\r\ndruga', /preverite odgovor/],
    [`answers.${field}`, 'nič\u0000', /preverite odgovor/],
    ['notes', 'x'.repeat(2001), /skrajšajte/],
  ];
  const before = await stored(id);
  for (const [name, value, says] of wrong) {
    const form = await me.form(reference, 'save', 'edit');
    const typed = { notes: 'To sem vpisala.', [name]: value };
    const { status, html } = await form.send(typed);
    expect([name, value.slice(0, 20), status]).toEqual([name, value.slice(0, 20), 422]);
    expect(html).toMatch(says);
    expect(html).toContain('Ni shranjeno');
    if (name !== 'notes') expect(html).toContain('To sem vpisala.');
    expect(html).toMatch(/aria-invalid="true"/);
    expect(await stored(id)).toEqual(before);
  }
  const english = await me.form(reference, 'save', 'edit', 'en');
  expect((await english.send({ phone: '12' })).html).toContain('Not saved');
});

test('telephones are taken as people type them', async () => {
  const { id, reference } = await person();
  for (const typed of [
    '040555121',
    '040/555-121',
    '(01) 234 56 78',
    '+386 40 555 121',
    '00386 40 555 121',
    '',
  ]) {
    await (await me.form(reference, 'save', 'edit')).send({ phone: typed });
    expect((await stored(id))?.phone ?? '').toBe(typed);
  }
});

test('markup in any field is shown as it was typed', async () => {
  const { id: field } = await ask({});
  const { reference } = await person();
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const form = await me.form(reference, 'save', 'edit');
  const refused = await form.send({ phone: '1', notes: evil, [`answers.${field}`]: evil, email: evil });
  expect(refused.status).toBe(422);
  expect(refused.html).not.toMatch(/<script>alert|<img src=x/);
  expect(await form.send({ notes: evil, [`answers.${field}`]: evil })).toMatchObject({ said: 'saved' });
  for (const view of ['', '/edit'])
    expect((await pages.open(`${me.base}/${reference}${view}`)).html).not.toMatch(/<script>alert|<img src=x/);
});

test('a sensitive answer is never in the page: left alone it stays, typed it is replaced, and only a tick deletes it', async () => {
  const { id: text } = await ask({ sensitive: true, name: { sl: 'Zdravje' } });
  const { id: tick } = await ask(
    { type: 'checkbox', sensitive: true, name: { sl: 'Astma' } },
    { widget: 'checkbox' },
  );
  const kept = [
    answer(text, 'alergija na oreščke', { sensitive: true }),
    answer(tick, true, { sensitive: true, type: 'checkbox', text: 'Da' }),
  ];
  const { id, reference } = await person({ answers: kept });
  const form = await me.form(reference, 'save', 'edit');
  expect(form.html).not.toContain('oreščke');
  expect(form.html).toContain('Sedanjega odgovora ne prikažemo.');
  expect(await form.send({ phone: '040 555 121' })).toMatchObject({ said: 'saved' });
  expect(await valuesOf(id)).toEqual(['alergija na oreščke', true]);
  const again = await me.form(reference, 'save', 'edit');
  expect(
    await again.send({ [`answers.${text}`]: 'nič posebnega', [`answers.${tick}`]: 'false' }),
  ).toMatchObject({
    said: 'saved',
  });
  expect(await valuesOf(id)).toEqual(['nič posebnega', false]);
  expect(JSON.stringify(await changesOf(id))).not.toMatch(/oreščke|posebnega/);
  const cleared = await me.form(reference, 'save', 'edit');
  expect(cleared.html).not.toContain('nič posebnega');
  expect(await cleared.send({ [`clear.${text}`]: 'true' })).toMatchObject({ said: 'saved' });
  expect(await valuesOf(id)).toEqual([false]);
});

test('no answer says whether what is typed for a sensitive answer is the stored one', async () => {
  const options = ['da', 'ne'].map((value) => ({ value, name: { sl: value, en: value } }));
  const { id: field } = await ask({ type: 'single_choice', sensitive: true, options }, { widget: 'select' });
  const kept = (value: string) => answer(field, value, { type: 'single_choice', sensitive: true });
  const { reference } = await person({ answers: [kept('da')] });
  const name = `answers.${field}`;
  const own = await me.form(reference, 'save', 'edit');
  expect(await own.send({ [name]: 'da' })).toMatchObject({ status: 303, said: 'saved' });
  expect(await own.send({ [name]: 'ne' })).toMatchObject({ status: 303, said: 'saved' });

  const other = await person({ answers: [kept('da')] });
  const seen = own.fields.find(([field]) => field === 'seen')?.[1] ?? '';
  for (const value of ['da', 'ne']) {
    const form = await me.form(other.reference, 'save', 'edit');
    // of another application, whose answers are known to who asks
    const { status, html } = await form.send({ seen, [name]: value });
    expect([value, status, html.includes('Ni shranjeno')]).toEqual([value, 422, true]);
  }
  expect(await valuesOf(other.id)).toEqual(['da']);
});

test('each question says until when it can be answered anew; the contact can be corrected as long as the application lives', async () => {
  const { factories } = pages.site;
  const guardian = await factories.formField({
    organization_id,
    purpose: 'guardian_name',
    type: 'text',
    name: { sl: 'Skrbnik' },
  });
  const { id: contact } = await factories.groupField({
    organization_id,
    group_id,
    form_field_id: guardian.id,
    widget: 'text',
  });
  const { id: never } = await ask({ applicant_edit: 'never' });
  const { id: approved } = await ask({ applicant_edit: 'until_approved' });
  const { id: start } = await ask({ applicant_edit: 'until_start' });
  const { id: end } = await ask({ applicant_edit: 'until_end' });
  const asked = [never, approved, start, end];
  const all = asked.map((field) => answer(field, 'prej'));
  const { id, reference } = await person({
    answers: [...all, answer(contact, 'Barbara', { purpose: 'guardian_name', name: 'Skrbnik' })],
  });
  const typed = {
    ...Object.fromEntries(asked.map((field) => [`answers.${field}`, 'potem'])),
    [`answers.${contact}`]: 'Barbara Ž.',
    notes: 'nove',
  };
  const after = async () => {
    await (await me.form(reference, 'save', 'edit')).send(typed);
    const row = await stored(id);
    const its = (field: string) => row?.answers.find(({ field_id }) => field_id === field)?.value;
    return [...asked.map(its), its(contact), row?.notes];
  };
  const reset = (status: string, starts: string, ends: string | null) =>
    pages.site.rows(
      `with g as (update groups set start_date = $3, end_date = $4 where id = $5)
       update participants set status = $2, notes = 'prej', answers = $6 where id = $1`,
      [
        id,
        status,
        starts,
        ends,
        group_id,
        JSON.stringify([...all, answer(contact, 'Barbara', { purpose: 'guardian_name', name: 'Skrbnik' })]),
      ],
    );
  await reset('pending', addDays(today, 3), null);
  expect(await after()).toEqual(['prej', 'potem', 'potem', 'potem', 'Barbara Ž.', 'nove']);
  await reset('approved', addDays(today, 3), null);
  expect(await after()).toEqual(['prej', 'prej', 'potem', 'potem', 'Barbara Ž.', 'nove']);
  await reset('approved', addDays(today, -3), addDays(today, 30));
  expect(await after()).toEqual(['prej', 'prej', 'prej', 'potem', 'Barbara Ž.', 'nove']);
  await reset('waitlisted', addDays(today, -30), addDays(today, -3));
  expect(await after()).toEqual(['prej', 'prej', 'prej', 'prej', 'Barbara Ž.', 'prej']);
  await reset('rejected', addDays(today, 3), null);
  expect((await pages.open(`${me.base}/${reference}/edit`)).html).not.toContain('name="seen"');
  expect((await pages.open(`${me.base}/${reference}`)).html).not.toContain('/edit"');
});

test('a consent is given and withdrawn until the group ends, whatever its question says; one that is required is not', async () => {
  const tick = { type: 'checkbox', name: { sl: 'Fotografije' } };
  const { id: photos } = await ask({ ...tick, applicant_edit: 'never' }, { widget: 'checkbox' });
  const { id: films } = await ask({ ...tick, applicant_edit: 'until_start' }, { widget: 'checkbox' });
  const { id: rules } = await ask(
    { ...tick, applicant_edit: 'never' },
    { widget: 'checkbox', required: true },
  );
  const given = (field: string) => answer(field, true, { type: 'checkbox', name: 'Fotografije', text: 'Da' });
  const { id, reference } = await person({ status: 'approved', answers: [given(photos), given(rules)] });
  const goesOn = (starts: number, ends: number) =>
    pages.site.rows('update groups set start_date = $2, end_date = $3 where id = $1', [
      group_id,
      addDays(today, starts),
      addDays(today, ends),
    ]);
  await goesOn(-30, 1);
  const form = await me.form(reference, 'save', 'edit');
  expect(form.html).not.toContain(`answers.${rules}`);
  const sent = { [`answers.${photos}`]: '', [`answers.${films}`]: 'true', [`answers.${rules}`]: '' };
  expect(await form.send(sent)).toMatchObject({ said: 'saved' });
  expect(await valuesOf(id)).toEqual([false, true, true]);
  const late = await me.form(reference, 'save', 'edit');
  await goesOn(-30, -3);
  expect(await late.send({ [`answers.${photos}`]: 'true', [`answers.${films}`]: '' })).toMatchObject({
    said: 'unchanged',
  });
  expect(await valuesOf(id)).toEqual([false, true, true]);
  expect((await me.form(reference, 'save', 'edit')).html).not.toContain('Fotografije');
});

test('a consent is withdrawn by its button where no form asks for it any more, whatever has become of the application', async () => {
  const tick = { type: 'checkbox', name: { sl: 'Fotografije' }, applicant_edit: 'until_end' };
  const { id: photos } = await ask(tick, { widget: 'checkbox' });
  const { id: health } = await ask({ ...tick, sensitive: true }, { widget: 'checkbox' });
  const { id: rules } = await ask(tick, { widget: 'checkbox', required: true });
  const gone = crypto.randomUUID();
  const given = (field: string, more: object = {}) =>
    answer(field, true, { type: 'checkbox', name: `Privolitev ${field}`, text: 'Da', ...more });
  const { id, reference } = await person({
    status: 'rejected',
    answers: [given(photos), given(health, { sensitive: true }), given(rules), given(gone)],
  });
  const withdraw = async (question: string) =>
    (await me.form(reference, 'withdraw_consent')).send({ question });
  const shown = await me.form(reference, 'withdraw_consent');
  expect([...shown.html.matchAll(/name="question" value="([^"]*)"/g)].map(([, of]) => of)).toEqual([
    photos,
    health,
    rules,
    gone,
  ]);
  expect(await withdraw(photos)).toMatchObject({ said: 'consent_withdrawn' });
  expect(await withdraw(photos)).toMatchObject({ said: 'unchanged' });
  expect(await withdraw(health)).toMatchObject({ said: 'consent_withdrawn' });
  expect(await valuesOf(id)).toEqual([false, true, true]);
  expect(await changesOf(id)).toMatchObject([
    { by: 'applicant', changes: [{ field_id: photos, from: 'Da', to: 'Ne' }] },
    { by: 'applicant', changes: [{ field_id: health, sensitive: true }] },
  ]);

  const ended = await person({ status: 'approved', answers: [given(photos)] });
  expect((await pages.open(`${me.base}/${ended.reference}`)).html).not.toContain('name="question"');
  await pages.site.rows('update groups set start_date = $2, end_date = $3 where id = $1', [
    ...[group_id, addDays(today, -30), addDays(today, -1)],
  ]);
  const late = await me.form(ended.reference, 'withdraw_consent');
  expect(await late.send()).toMatchObject({ said: 'consent_withdrawn' });
  expect(await valuesOf(ended.id)).toEqual([false]);
});

test('the contact is corrected for all children of the address, where their forms ask for it', async () => {
  const { factories } = pages.site;
  const field = (purpose: string, type: string) => factories.formField({ organization_id, purpose, type });
  const [named, phoned] = [
    await field('guardian_name', 'text'),
    await field('guardian_phone', 'phone_number'),
  ];
  const asks = async (of: string, id: string, widget: string) =>
    (await factories.groupField({ organization_id, group_id: of, form_field_id: id, widget })).id;
  const other = (await factories.group({ organization_id })).id;
  const [name, phone] = [await asks(group_id, named.id, 'text'), await asks(group_id, phoned.id, 'phone')];
  const siblings = await asks(other, named.id, 'text');
  const mine = await person({
    name: 'Zala',
    answers: [answer(name, 'Barbara', { purpose: 'guardian_name' })],
  });
  const brother = await person({ name: 'Jakob', group_id: other, phone: '031 111 222' });
  const past = await person({ name: 'Tine', group_id: other, status: 'rejected', phone: '031 111 222' });
  const foreign = await person({
    name: 'Tuja',
    group_id: other,
    email: 'tuja@posta.test',
    phone: '031 999 999',
  });
  const form = await me.form(mine.reference, 'save', 'edit');
  expect(form.html).toContain('Kontakt in jezik se spremenita tudi pri drugi prijavi');
  expect(form.html).not.toContain('name="phone"');
  const typed = {
    [`answers.${name}`]: 'Barbara Žnidaršič',
    [`answers.${phone}`]: '040 555 121',
    mail_language: 'en',
  };
  expect(await form.send(typed)).toMatchObject({ said: 'saved' });
  expect(await valuesOf(mine.id)).toEqual(['Barbara Žnidaršič', '040 555 121']);
  const his = await stored(brother.id);
  expect(his).toMatchObject({ phone: '040 555 121', language: 'en' });
  expect(his?.answers.map(({ field_id, value }) => [field_id, value])).toEqual([
    [siblings, 'Barbara Žnidaršič'],
  ]);
  expect(await stored(past.id)).toMatchObject({ phone: '031 111 222', language: 'en' });
  expect(await stored(foreign.id)).toMatchObject({ phone: '031 999 999', language: 'sl' });
});

test('what staff have changed meanwhile is not overwritten unseen; what they have not is saved', async () => {
  const { id: field } = await ask({});
  const { id, reference, version } = await person({ phone: '031 777 188', answers: [answer(field, 'prej')] });
  const staff = pages.site.as(await pages.site.factories.member({ organization_id }));
  const form = await me.form(reference, 'save', 'edit');
  await staff.patch(`/participants/${id}`, { version, phone: '041 000 111' });
  // only shown, not touched
  expect(await form.send({ [`answers.${field}`]: 'potem' })).toMatchObject({ said: 'saved' });
  expect(await stored(id)).toMatchObject({ phone: '041 000 111' });
  const refused = await form.send({ phone: '040 555 121', notes: 'opomba' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('medtem spremenila »Telefon«');
  expect(refused.html).toContain('value="040 555 121"');
  expect(await stored(id)).toMatchObject({ phone: '041 000 111', notes: '' });
  const seen = /name="seen" value="([^"]+)"/.exec(refused.html)?.[1] ?? '';
  expect(await form.send({ phone: '040 555 121', seen })).toMatchObject({ said: 'saved' });
  expect(await stored(id)).toMatchObject({ phone: '040 555 121' });
});

test('a form that comes back with something wrong still knows what it has shown first', async () => {
  const { id, reference } = await person({ notes: 'prej' });
  const form = await me.form(reference, 'save', 'edit');
  await pages.site.rows(`update participants set notes = 'osebje' where id = $1`, [id]);
  const refused = await form.send({ notes: 'jaz', email: 'x' });
  expect(refused.status).toBe(422);
  // the link to another language takes nothing along; with a script the browser asks
  expect(refused.html).toMatch(/<noscript><p[^>]*>Če zamenjate jezik strani, se vpisano izgubi/);
  const seen = /name="seen" value="([^"]+)"/.exec(refused.html)?.[1] ?? '';
  const told = await form.send({ notes: 'jaz', seen });
  expect(told.status).toBe(422);
  expect((await pages.site.rows('select notes from participants where id = $1', [id]))[0]).toEqual({
    notes: 'osebje',
  });
  // who knows of it decides
  const now = /name="seen" value="([^"]+)"/.exec(told.html)?.[1] ?? '';
  expect((await form.send({ notes: 'jaz', seen: now })).said).toBe('saved');
});

test('news are declined and wanted again with a proof of each', async () => {
  const { reference } = await person();
  const choose = async (news: string) => (await me.form(reference, 'save', 'edit')).send({ news });
  expect(
    [await choose('no'), await choose('no'), await choose('yes'), await choose('x')].map(({ said }) => said),
  ).toEqual(['saved', 'unchanged', 'saved', 'unchanged']);
  expect(
    await pages.site.rows(
      'select address, wanted, how from mail_choices where organization_id = $1 order by id',
      [organization_id],
    ),
  ).toEqual([
    { address, wanted: false, how: 'page' },
    { address, wanted: true, how: 'page' },
  ]);
});

test('a form of another act, another application, another link or nobody’s changes nothing, and what was typed comes back', async () => {
  const { id, reference } = await person({ status: 'approved' });
  const sister = await person({ name: 'Sestra' });
  const theirs = await person({ email: 'drugi@posta.test' });
  const other = await applicantAt(pages, { organization_id, address: 'drugi@posta.test' });
  const form = await me.form(reference, 'save', 'edit');
  const nonces = [
    me.nonceOf((await pages.open(`${me.base}/${reference}/withdraw`)).html, 'withdraw'),
    me.nonceOf((await me.form(sister.reference, 'save', 'edit')).html, 'save'),
    me.nonceOf((await other.form(theirs.reference, 'save', 'edit')).html, 'save'),
    ...['', 'x'],
  ];
  for (const nonce of nonces) {
    const { status, html } = await form.send({ nonce, phone: '040 555 121' });
    expect([nonce, status]).toEqual([nonce, 400]);
    expect(html).toContain('value="040 555 121"');
  }
  const crossed = await me.post(`${me.base}/${theirs.reference}/edit`, [...form.fields]);
  expect(crossed).toMatchObject({ status: 303, location: me.base });
  expect(await form.send({ seen: 'x', phone: '040 555 121' })).toMatchObject({ status: 422 });
  expect(await stored(id)).toMatchObject({ phone: null });
  // fields that the form doesn't have
  await form.send({ email: 'Barbara@posta.test', name: 'Drugo Ime', status: 'approved', 'answers.x': '1' });
  expect(await pages.site.rows('select name from participants where id = $1', [id])).not.toEqual([
    { name: 'Drugo Ime' },
  ]);
  await pages.site.rows('update applicant_links set ended_at = now() where organization_id = $1', [
    organization_id,
  ]);
  expect(await form.send({ phone: '040 555 121' })).toMatchObject({ status: 404 });
});
