import { days } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicantAt } from '../../../test/applicants/applicant.ts';
import { applicantForm } from '../../../test/applicants/applicant-forms.ts';
import { createPublicSite } from '../../../test/applicants/public-site.ts';
import { until } from '../../../test/until.ts';
import { applicantActs } from './acts.ts';

let pages: Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  pages = await createPublicSite();
});
afterAll(() => pages.close());

const address = 'barbara@posta.test';
let organization_id: string;
let group_id: string;
beforeEach(async () => {
  const { factories } = pages.site;
  organization_id = (await factories.organization()).id;
  const schedule = days.map((day) => ({ day, start_time: '23:00', duration: 55 }));
  group_id = (await factories.group({ organization_id, schedule })).id;
});

const acts = Object.keys(applicantActs);
const answers = ['accept', 'decline', 'want_still'];
/** How an application must stand so that an act could do something. */
const standings: Record<string, string> = {
  accept: `status = 'waitlisted', offered_at = now(), offer_no = 1, offer_until = now() + interval '2 days'`,
  decline: `status = 'waitlisted', offered_at = now(), offer_no = 1, offer_until = now() + interval '2 days'`,
  want_still: `status = 'waitlisted', offered_at = now(), offer_no = 1, offer_paused_at = now()`,
};

/** What an act does while another transaction changes the row and only then lets it have its lock. */
async function whileWaiting(act: string, change: string) {
  const { site } = pages;
  const { id, reference } = await site.factories.participant({
    organization_id,
    group_id,
    email: address,
    status: 'approved',
  });
  await site.rows(`update participants set ${standings[act] ?? `status = 'approved'`} where id = $1`, [id]);
  const { path, nonce } = await applicantForm(site, { organization_id, address, reference });
  const me = await applicantAt(pages, { organization_id, address });
  const { fields } = await me.form(reference, 'save', 'edit');
  const client = await site.owner.connect();
  try {
    await client.query('begin');
    await client.query(change, [id]);
    const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const own = act === 'save' ? fields.filter(([name]) => name !== 'act' && name !== 'nonce') : [];
    const answer = me.post(path, [
      ...own,
      ['act', act],
      ['nonce', nonce(act)],
      ['date', date],
      ['phone', '1'],
    ]);
    await until(async () => {
      const waiting = await site.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).not.toEqual([]);
    });
    const before = await client.query('select p as person from participants p where id = $1', [id]);
    await client.query('commit');
    const { status, said } = await answer;
    const after = await site.rows('select p as person from participants p where id = $1', [id]);
    const left = await site.rows('select from session_absences where participant_id = $1', [id]);
    return {
      status,
      said,
      changed: JSON.stringify(after) !== JSON.stringify(before.rows),
      absences: left.length,
    };
  } finally {
    client.release();
  }
}

test.each(acts)(
  'a link does no %s with an application whose address was changed while it waited',
  async (act) => {
    const moved = await whileWaiting(act, `update participants set email = 'nova@posta.test' where id = $1`);
    const said =
      act === 'absent' || act === 'coming' ? 'date_over' : answers.includes(act) ? 'too_late' : 'over';
    expect(moved).toEqual({ status: 303, said, changed: false, absences: 0 });
    expect(await pages.site.rows('select from mails where organization_id = $1', [organization_id])).toEqual(
      [],
    );
  },
);

test('an act on an application that was deleted while it waited says that it is over', async () => {
  expect(await whileWaiting('withdraw', 'delete from participants where id = $1')).toMatchObject({
    ...{ status: 303, said: 'over' },
  });
});
