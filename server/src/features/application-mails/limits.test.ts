import { beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';
import { asWorker } from '../../db/scope.ts';
import { youngApplicantMails } from '../../mail/limits.ts';
import { claimMail, releaseHeldMails } from './outbox.ts';

let site: TestApp;
let organization_id: string;
inOrganization((given) => {
  ({ site, organization_id } = given);
});
let added: string;
let applied: string;
beforeEach(async () => {
  const one = async (privacy_version: string | null) => {
    const { id } = await site.factories.participant({ organization_id });
    await site.rows('update participants set privacy_version = $2 where id = $1', [id, privacy_version]);
    return id;
  };
  [added, applied] = [await one(null), await one('1')];
});

/** Mails that left today to people whom the staff have added. */
const leave = (email_type: string, count: number) =>
  site.rows(
    `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state, sent_at)
     select $1, p.group_id, p.id, $2, 'applicant', 'ana' || i || '@example.com', 'sl', 'sent', now()
     from participants p, generate_series(1, $3::integer) i where p.id = $4`,
    [organization_id, email_type, count, added],
  );
/** How a mail that is due stands once its turn has come. */
async function next(email_type: string, participant_id: string): Promise<string> {
  const { id } = await site.factories.mail({
    ...{ organization_id, participant_id, email_type, recipient_kind: 'applicant' },
    ...{ to_address: `${email_type}-${participant_id}@example.com`, state: 'queued' },
  });
  await asWorker(site.pools.system, (tx) => claimMail(tx, { organization_id, id }, 60));
  return await stateOf(id);
}
const stateOf = async (id: string) =>
  (
    await site.rows<{ state: string }>(
      `select state || ' ' || state_reason as state from mails where id = $1`,
      [id],
    )
  )[0]?.state ?? '';

describe('a young organisation that has written to as many as it may in a day', () => {
  beforeEach(() => leave('application_status_update', youngApplicantMails.daily));

  test('sends what comes too late tomorrow all the same, and holds back the rest', async () => {
    for (const id of [added, applied]) {
      expect(await next('application_status_update', id)).toBe('held daily_limit');
      expect(await next('group_message', id)).toBe('held daily_limit');
      for (const urgent of ['session_changed', 'group_cancelled'])
        expect(await next(urgent, id), urgent).toBe('sending ');
    }
  });

  test('may write so much of that to people whom it has added, and to all who have applied', async () => {
    await leave('session_changed', youngApplicantMails.urgent);
    expect(await next('group_cancelled', added)).toBe('held daily_limit');
    expect(await next('group_cancelled', applied)).toBe('sending ');
    await site.rows(
      `update mails set sent_at = now() - interval '2 days' where email_type = 'session_changed'`,
    );
    await asWorker(site.pools.system, releaseHeldMails);
    const released = await site.rows(
      `select email_type from mails where organization_id = $1 and state = 'queued' order by email_type`,
      [organization_id],
    );
    expect(released).toEqual([{ email_type: 'group_cancelled' }]);
  });

  test('has no such limit two weeks later', async () => {
    await site.rows(`update organizations set created_at = now() - interval '15 days' where id = $1`, [
      organization_id,
    ]);
    expect(await next('application_status_update', added)).toBe('sending ');
  });
});
