import type { BulkJob, BulkRow } from '@vpisnik/contract/bulk-jobs';
import type { PersonImport } from '@vpisnik/contract/participant-imports';
import { days } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { applicantAt } from '../../../../test/applicants/applicant.ts';
import { createPublicSite } from '../../../../test/applicants/public-site.ts';
import { mail_people } from '../../../db/schema.ts';

let created: Awaited<ReturnType<typeof createPublicSite>>;
let organization_id: string;
let staff: Caller;
let group: { id: string };
beforeAll(async () => {
  created = await createPublicSite();
});
afterAll(() => created.close());
beforeEach(async () => {
  const { factories, as } = created.site;
  organization_id = (await factories.organization()).id;
  staff = as(await factories.member({ organization_id }));
  const schedule = days.map((day) => ({ day, start_time: '23:00', duration: 55 }));
  group = await factories.group({ organization_id, schedule });
});

const addressOf = (name: string) => `${name.toLowerCase()}@posta.test`;
type Imported = { id: string; name: string; reference: string };

/** Brings people in without a mail, each at an address of their own unless one is given; answers the job and them. */
async function bringIn(names: string[], address?: string) {
  const lines = names.map((name) => `${name};${address ?? addressOf(name)}`);
  const { body: made } = await staff.post<PersonImport>(
    '/participant-imports?file_name=prijave.csv',
    Buffer.from(['Ime in priimek;E-pošta', ...lines, ''].join('\n')),
    { 'content-type': 'text/csv' },
  );
  const { body: job } = await staff.post<BulkJob>(`/participant-imports/${made.id}/run`, {
    ...{ mapping: made.mapping, group_id: group.id, status: 'approved', notify: false },
  });
  expect(job).toMatchObject({ state: 'done', done_count: names.length });
  const rows = await created.site.rows<Imported>(
    'select id, name, reference from participants where organization_id = $1 and name = any ($2)',
    [organization_id, names],
  );
  const one = (name: string) => rows.find((row) => row.name === name) as Imported;
  return { job, one };
}

/** Undoes an import and answers why each who stays does, by name. */
async function undo({ id }: BulkJob, others: string[] = []) {
  const { status, body } = await staff.post<BulkJob>(`/bulk-jobs/${id}/undo`);
  expect([status, body.state]).toEqual([200, 'undone']);
  const rows = await staff.get<{ results: BulkRow[] }>(`/bulk-jobs/${id}/rows?state=done`);
  const left = await created.site.rows<{ name: string }>(
    'select name from participants where organization_id = $1 order by name',
    [organization_id],
  );
  const reasons = rows.body.results.map(({ name, reason }) => [name, reason] as const);
  expect(left.map(({ name }) => name)).toEqual([...reasons.map(([name]) => name), ...others].toSorted());
  return Object.fromEntries(reasons);
}

const mail = (given: object) =>
  created.site.factories.mail({ organization_id, group_id: group.id, ...given } as never);

test('of an import that is undone, those stay who have used their page', async () => {
  const { job, one } = await bringIn(['Ana', 'Bor', 'Cene', 'Dora']);
  const say = async (name: string, act: string) => {
    const at = await applicantAt(created, { organization_id, address: addressOf(name) });
    const { fields, path, html } = await at.form(one(name).reference, act);
    const [, date = ''] = /name="date" value="([^"]+)"/.exec(html) ?? [];
    const chosen = fields.filter(([field]) => field !== 'date');
    expect((await at.post(path, [...chosen, ['date', date]])).said).toBe(act);
  };
  await say('Ana', 'absent');
  // takes back what was said: it stands in the history alone
  await say('Bor', 'absent');
  await say('Bor', 'coming');
  const cene = await applicantAt(created, { organization_id, address: addressOf('Cene') });
  await (await cene.form(one('Cene').reference, 'save', 'edit')).send({ phone: '031 123 456' });
  expect(await undo(job)).toEqual({ Ana: 'changed_since', Bor: 'changed_since', Cene: 'changed_since' });
});

test('those stay who were mailed since, whatever about, also together with others', async () => {
  const { job, one } = await bringIn(['Ana', 'Bor', 'Cene', 'Dora']);
  const { factories } = created.site;
  await mail({ participant_id: one('Ana').id, email_type: 'session_cancelled', state: 'sent' });
  // a message to a sibling that names both
  const other = await factories.participant({ organization_id, group_id: group.id, name: 'Ajda' });
  const message = await mail({ participant_id: other.id, email_type: 'group_message', state: 'sending' });
  await factories.insert(mail_people, {
    organization_id,
    mail_id: message.id,
    participant_id: one('Bor').id,
  });
  // has not left yet, and goes with them
  const waits = await mail({ participant_id: one('Cene').id, email_type: 'group_message', state: 'held' });
  await factories.insert(mail_people, { organization_id, mail_id: waits.id, participant_id: one('Cene').id });
  expect(await undo(job, ['Ajda'])).toEqual({ Ana: 'mail_sent', Bor: 'mail_sent' });
});

test('those stay whose address has got the link to its page, not those of an earlier one', async () => {
  const { job, one } = await bringIn(['Ana', 'Bor'], 'mama@posta.test');
  const link = { email_type: 'application_link', state: 'sent' };
  // it is about the latest application, and opens the page of both
  await mail({ ...link, participant_id: one('Bor').id, to_address: 'mama@posta.test' });
  expect(await undo(job)).toEqual({ Ana: 'mail_sent', Bor: 'mail_sent' });

  await mail({ ...link, to_address: addressOf('Cene'), created_at: '2025-09-01T10:00:00Z' });
  const later = await bringIn(['Cene']);
  await staff.post<BulkJob>(`/bulk-jobs/${later.job.id}/undo`);
  const left = 'select name from participants where organization_id = $1 order by name';
  expect(await created.site.rows(left, [organization_id])).toEqual([{ name: 'Ana' }, { name: 'Bor' }]);
});

test('a fee plan that they stand in by themselves keeps nobody, what staff say of them does', async () => {
  await created.site.factories.feePlan({ organization_id, group_id: group.id, made_on: 'application' });
  const { job, one } = await bringIn(['Ana', 'Bor', 'Cene']);
  const enrolled = 'select from fee_enrolments where organization_id = $1';
  expect(await created.site.rows(enrolled, [organization_id])).toHaveLength(3);
  await staff.post(`/participants/${one('Ana').id}/distinct`, { other_id: one('Bor').id });
  expect(await undo(job)).toEqual({ Ana: 'changed_since', Bor: 'changed_since' });
});
