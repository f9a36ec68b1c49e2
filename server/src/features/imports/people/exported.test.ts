import type { PersonImport, PersonOutcome } from '@vpisnik/contract/participant-imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';

// fixed days: people are born and have applied on these days, whenever that is

let site: TestApp;
let origin: string;
beforeAll(async () => {
  site = await createTestApp();
  origin = (await site.listen()).origin;
});
afterAll(() => site.close());

const options = [
  { value: 'a', name: { sl: '+1, kasneje', en: '+1, later' } },
  { value: 'b', name: { sl: 'Sreda', en: 'Wednesday' } },
];
const questions = [
  ['date', 'date', { purpose: 'date_of_birth', name: { sl: 'Rojen', en: 'Born' } }, '2015-03-04'],
  ['text', 'text', { purpose: 'guardian_name', name: { sl: 'Odrasli', en: 'Adult' } }, '@Mama'],
  [
    'phone_number',
    'phone',
    { purpose: 'guardian_phone', name: { sl: 'Klic', en: 'Call' } },
    '+386 40 123 456',
  ],
  ['text', 'text', { name: { sl: 'Pošta', en: 'Post code' } }, '01000'],
  ['single_choice', 'select', { name: { sl: 'Dan', en: 'Day' }, options }, 'a'],
  ['multiple_choice', 'checkbox', { name: { sl: 'Dnevi', en: 'Days' }, options }, ['a', 'b']],
  ['checkbox', 'checkbox', { name: { sl: 'Slike', en: 'Photographs' } }, true],
  ['textarea', 'textarea', { name: { sl: 'Ovire', en: 'Obstacles' } }, '- "prva";\n=druga'],
] as const;
const facts = ['name', 'email', 'phone', 'guardian_name', 'guardian_phone', 'birth_date', 'group', 'status'];
const further = ['application_date', 'language', 'notes', 'staff_notes'];
const chosen = `?columns=${[...facts, ...further].join('&columns=')}`;

async function school() {
  const given = { organization_id: (await site.factories.organization()).id };
  const group_id = (await site.factories.group({ ...given, name: { sl: 'Balet', en: 'Ballet' } })).id;
  const answers: Record<string, unknown> = {};
  for (const [at, [type, widget, field, answer]] of questions.entries()) {
    const { id: form_field_id } = await site.factories.formField({ ...given, type, ...field } as never);
    const asked = await site.factories.groupField({
      ...given,
      group_id,
      form_field_id,
      widget,
      position: at,
    });
    answers[asked.id] = answer;
  }
  const own = { type: 'text', name: { sl: 'Višina', en: 'Height' } } as const;
  answers[(await site.factories.groupField({ ...given, group_id, position: 9, question: own })).id] = '142';
  const other = await site.factories.group({ ...given, name: { sl: 'Jazz', en: 'Jazz' } });
  return { ...given, group_id, other_id: other.id, answers };
}

const kept = (organization_id: string) =>
  site.rows(
    `select name, email, phone, guardian_name, guardian_phone, date_of_birth::text, status, language, notes, application_date,
       (select jsonb_agg(one -> 'value' order by one ->> 'field_id') from jsonb_array_elements(answers) as one) as answers,
       (select array_agg(note.text) from participant_notes note where note.participant_id = people.id) as staff_notes
     from participants people where organization_id = $1 order by name`,
    [organization_id],
  );

test.each<['sl' | 'en', 'csv' | 'xlsx', 'all' | 'chosen']>([
  ['sl', 'csv', 'all'],
  ['en', 'csv', 'all'],
  ['sl', 'xlsx', 'all'],
  ['sl', 'csv', 'chosen'],
  ['en', 'xlsx', 'chosen'],
])('what an export holds comes back as it was: %s, %s, %s columns', async (language, format, columns) => {
  const { organization_id, group_id, other_id, answers } = await school();
  const member = await site.factories.member({ organization_id, language });
  const staff = site.as(member);
  const ana = { name: "Ana D'Angelo", email: 'ana@mail.test', phone: '031 123 456', language: 'en' };
  const notes = { notes: '=1+1', staff_notes: '+ kliče\nmama' };
  await staff.post('/participants', {
    group_id,
    ...ana,
    ...notes,
    status: 'approved',
    answers,
  });
  await staff.post('/participants', { group_id: other_id, name: 'Bor Kos', email: null, language: 'sl' });
  // the second one at midnight by the organisation's clocks
  await site.owner.query(
    `update participants set application_date = case name when $2 then '2026-09-14T15:02:00Z' else '2026-08-31T22:00:00Z' end::timestamptz
     where organization_id = $1`,
    [organization_id, ana.name],
  );
  const before = await kept(organization_id);
  const file = await fetch(`${origin}/api/participants/export.${format}${columns === 'all' ? '' : chosen}`, {
    headers: { authorization: `Bearer ${await site.tokenOf(member)}` },
  });
  await site.owner.query('delete from participants where organization_id = $1', [organization_id]);
  const uploaded = await staff.post<PersonImport & Record<string, unknown>>(
    '/participant-imports?file_name=izvoz',
    Buffer.from(await file.arrayBuffer()),
    { 'content-type': 'application/octet-stream' },
  );
  const { id, mapping } = uploaded.body;
  const looked = await staff.post<PersonOutcome & Record<string, unknown>>(
    `/participant-imports/${id}/preview`,
    { mapping },
  );
  expect(looked.body).toMatchObject({ ready_count: 2, rows: [{ problems: [] }, { problems: [] }] });
  expect((await staff.post(`/participant-imports/${id}/run`, { mapping })).status).toBe(200);
  const [after, other] = await kept(organization_id);
  // among chosen columns are no other questions
  const own =
    columns === 'all' ? {} : { answers: expect.arrayContaining(['2015-03-04', '@Mama', '+386 40 123 456']) };
  expect(after).toEqual({ ...before[0], ...own });
  expect(other).toEqual(before[1]);
});
