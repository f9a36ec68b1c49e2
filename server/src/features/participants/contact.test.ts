import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { searchedWords } from './search.ts';

let site: TestApp;
let organization_id: string;
let staff: Caller;
let form: { group_id: string; name: string; phone: string };
beforeAll(async () => {
  site = await createTestApp();
  ({ organization_id, form } = await childrensGroup());
  staff = site.as(await site.factories.member({ organization_id }));
});
afterAll(() => site.close());

/** A group that asks for a guardian's name and telephone; `form` has the ids of its questions. */
async function childrensGroup(sensitive = false) {
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const { id: group_id } = await factories.group({ organization_id });
  const asks = async (purpose: string, type: string) => {
    const field = await factories.formField({ organization_id, purpose, type, sensitive });
    const form_field_id = field.id;
    return (await factories.groupField({ organization_id, group_id, form_field_id })).id;
  };
  const name = await asks('guardian_name', 'text');
  const phone = await asks('guardian_phone', 'phone_number');
  return { organization_id, form: { group_id, name, phone } };
}

type Person = { name: string; phone?: string; guardian?: string; guardianPhone?: string };

const add = (person: Person, to = form, caller = staff) =>
  caller.api.participants.create({
    body: {
      group_id: to.group_id,
      name: person.name,
      phone: person.phone ?? null,
      language: 'sl',
      answers: {
        ...(person.guardian && { [to.name]: person.guardian }),
        ...(person.guardianPhone && { [to.phone]: person.guardianPhone }),
      },
    },
  });

const found = async (search: string) => {
  const { body } = await staff.get<{ results: ParticipantSummary[] }>(
    `/participants?sort=name&search=${encodeURIComponent(search)}`,
  );
  return body.results.map(({ name }) => name);
};

test('the guardian is a child’s contact, in the list and in the roster', async () => {
  const contact = { guardian_name: 'Barbara Žnidaršič', guardian_phone: '040 111 222' };
  const { id } = await add({ name: 'Špela', guardian: 'Barbara Žnidaršič', guardianPhone: '040 111 222' });
  await add({ name: 'Odrasla', phone: '040 999 000' });
  expect(await staff.api.participants.get({ params: { id } })).toMatchObject(contact);
  const roster = await staff.api.participants.ofGroup({
    params: { id: form.group_id },
    query: { sort: 'name' },
  });
  expect(
    roster.results.map(({ guardian_name, guardian_phone }) => ({ guardian_name, guardian_phone })),
  ).toEqual([{ guardian_name: null, guardian_phone: null }, contact]);
});

test('the date of birth is the answer to the question with this purpose, unless that is sensitive', async () => {
  const { factories } = site;
  const born = async (sensitive: boolean) => {
    const { id: group_id } = await factories.group({ organization_id });
    const asked = { organization_id, purpose: 'date_of_birth', type: 'date', sensitive };
    const { id: form_field_id } = await factories.formField(asked);
    const field = await factories.groupField({ organization_id, group_id, form_field_id });
    const to = { group_id, name: field.id, phone: '' };
    await add({ name: 'Ema', guardian: '2018-09-01' }, to);
    const { results } = await staff.api.participants.ofGroup({ params: { id: group_id }, query: {} });
    return results.map(({ birth_date }) => birth_date);
  };
  expect(await born(false)).toEqual(['2018-09-01']);
  expect(await born(true)).toEqual([null]);
});

test('a participant’s or guardian’s phone is found by its digits, in any notation', async () => {
  await add({ name: 'Nekdo', phone: '031 777 188' });
  await add({ name: 'Otrok', guardianPhone: '+386 (0)51/888-299' });
  await add({ name: 'Sosed', phone: '0039 340 1234567' });
  await add({ name: 'Krajevni', phone: '386 1234' });
  for (const typed of [
    '031777188',
    '031 777 188',
    '+386 31 777 188',
    '0038631777188',
    '00386 31 777188',
    '031/777-188',
  ])
    expect(await found(typed), typed).toEqual(['Nekdo']);
  for (const typed of ['051888299', '+386 51 888 299', '38651888299', '051 888 299', '+38651'])
    expect(await found(typed), typed).toEqual(['Otrok']);
  for (const typed of ['+39 340 1234567', '00393401234567'])
    expect(await found(typed), typed).toEqual(['Sosed']);
  expect(await found('3861234')).toEqual(['Krajevni']);
  expect(await found('Nekdo 031777')).toEqual(['Nekdo']);
  expect(await found('Otrok 031777')).toEqual([]);
});

test('a guardian is found by name, and the palette finds what the list finds', async () => {
  await add({ name: 'Ajda', guardian: 'Črtomir Breščak', guardianPhone: '070 321 654' });
  expect(await found('brescak')).toEqual(['Ajda']);
  const { results } = await staff.api.participants.find({ query: { search: '+38670321654' } });
  expect(results.map(({ name }) => name)).toEqual(['Ajda']);
});

test('sensitive answers are neither shown nor found', async () => {
  const secret = await childrensGroup(true);
  const admin = site.as(await site.factories.member({ organization_id: secret.organization_id }));
  const made = await add(
    { name: 'Tiha', guardian: 'Skrita Oseba', guardianPhone: '041 555 666' },
    secret.form,
    admin,
  );
  expect(made).toMatchObject({ guardian_name: null, guardian_phone: null });
  expect(made.answers).toHaveLength(2);
  for (const search of ['skrita', '041555666'])
    expect((await admin.api.participants.list({ query: { search } })).results).toEqual([]);
});

test('a purpose that a field is given later makes contacts of the answers given before', async () => {
  const { factories } = site;
  const { id: group_id } = await factories.group({ organization_id });
  const field = await factories.formField({ organization_id, type: 'phone_number' });
  const asked = await factories.groupField({ organization_id, group_id, form_field_id: field.id });
  const { id } = await add(
    { name: 'Vid', guardianPhone: '051 404 505' },
    { ...form, group_id, phone: asked.id },
  );
  const phone = async () => (await staff.api.participants.get({ params: { id } })).guardian_phone;
  expect(await phone()).toBeNull();
  await site.rows(`update form_fields set purpose = 'guardian_phone' where id = $1`, [field.id]);
  expect(await phone()).toBe('051 404 505');
});

test.each([
  ['Špela 031 777 188', ['Špela', '031 777 188']],
  ['031 7', ['031', '7']],
  ['+386 3', ['+386 3']],
  ['novak 12', ['novak', '12']],
  ['ana.novak7@example.com', ['ana.novak7@example.com']],
  ['  ', []],
])('the words of %o', (search, words) => {
  expect(searchedWords(search).map(({ text }) => text)).toEqual(words);
});
