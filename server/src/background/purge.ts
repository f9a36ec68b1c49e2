import { bulkLimits } from '@vpisnik/contract/rules/bulk';
import { mailTextMonths } from '@vpisnik/contract/rules/mails';
import { MERGE_DAYS } from '@vpisnik/contract/rules/same-person';
import { statementLimits } from '@vpisnik/contract/rules/statements';
import type { Pool } from 'pg';
import { asUpkeep } from '../db/scope.ts';
import { purgeExports } from '../features/exports/files.ts';
import { purgeArchives } from '../features/organization-archives/files.ts';
import { purgeFiles } from '../files/purge.ts';
import type { Storage } from '../files/stored.ts';
import { purgeExpiredIdentity } from '../identity/purge.ts';

/**
 * Deletes expired sign-ins, codes and limits, idempotency keys of applications after 48 hours, unconfirmed addresses after
 * one day, imports after a week, reports of bulk work and what undoing a merge needs after 30 days, workbooks that were made
 * in the background after one, archives of organisations after seven, pictures that no group uses, what bank statements tell about payers after the months that an
 * organisation says, and after a year the words of mails and messages.
 */
export async function purge(system: Pool, storage: Storage): Promise<void> {
  await purgeExpiredIdentity(system);
  await asUpkeep(system, `delete from idempotency_keys where created_at < now() - interval '48 hours'`);
  await asUpkeep(system, `delete from address_changes where expires_at < now() - interval '1 day'`);
  await asUpkeep(system, `delete from imports where created_at < now() - interval '7 days'`);
  await asUpkeep(
    system,

    'delete from bulk_jobs where created_at < now() - make_interval(days => $1) and file_until is null',
    [bulkLimits.days],
  );
  await asUpkeep(
    system,

    `update participant_merges
     set merged = null, moved = '[]', set_aside = '[]', changes = null, name = ''
     where merged is not null and created_at < now() - make_interval(days => $1)`,
    [MERGE_DAYS],
  );
  await asUpkeep(
    system,

    `update bank_entries e set payer_name = '', payer_iban = '', reference = '', text = ''
     from organizations o left join payment_settings s on s.organization_id = o.id
     where o.id = e.organization_id and e.created_at < now() - make_interval(months => coalesce(s.statement_months, $1))
       and (e.payer_name <> '' or e.payer_iban <> '' or e.reference <> '' or e.text <> '')`,
    [statementLimits.months],
  );
  await asUpkeep(
    system,

    `update bank_statements b set left_out = '[]'
     from organizations o left join payment_settings s on s.organization_id = o.id
     where o.id = b.organization_id and b.created_at < now() - make_interval(months => coalesce(s.statement_months, $1))
       and b.left_out <> '[]'`,
    [statementLimits.months],
  );
  await asUpkeep(system, 'delete from mail_texts where created_at < now() - make_interval(months => $1)', [
    mailTextMonths,
  ]);
  await asUpkeep(
    system,

    `update messages set texts = '{}', audience = null, audience_ids = null
     where sent_at < now() - make_interval(months => $1)
       and (texts <> '{}' or audience is not null or audience_ids is not null)`,
    [mailTextMonths],
  );
  await asUpkeep(
    system,

    `delete from message_files f using messages m
     where m.organization_id = f.organization_id and m.id = f.message_id
       and m.sent_at < now() - make_interval(months => $1)`,
    [mailTextMonths],
  );
  await asUpkeep(system, `delete from organization_use where day <= (now() at time zone 'UTC')::date - 31`);
  // deletions that are due don't wait for storage, and no kind of file waits for the others
  const removals = await Promise.allSettled([
    purgeExports(system, storage),
    purgeArchives(system, storage),
    purgeFiles(system, storage),
  ]);
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason;
}
