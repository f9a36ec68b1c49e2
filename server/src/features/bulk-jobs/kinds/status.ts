import { type BulkParameters, type BulkReason, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import { holdsPlace, participantMoves, takesPlace } from '@vpisnik/contract/participants';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../../db/scope.ts';
import { cancelStatusMails, enqueueStatusMails } from '../../application-mails/enqueue.ts';
import { resumeEarlierMails, stopStatusMails } from '../../application-mails/undo.ts';
import { anyMakesPayments, enrolByDecision, proposeByDecision } from '../../fee-plans/decisions.ts';
import { quietly } from '../../payment-mails/telling.ts';
import type { Kind } from '../kind.ts';
import { endingOffer, findRivals, groupsTakenSince, isLiving } from '../people.ts';
import { countWritten } from './payment-acts.ts';

/** Decides about many as about one: see `participants/status.ts`. */
export const status: Kind<BulkParameters['status']> = {
  rank: bulkRanks.status,
  order: 'group',
  groups: () => [],
  mails: ({ notify }) => notify,
  tells: ({ notify, payments = 'none' }) => (notify && payments !== 'none' ? 'payment_request' : undefined),
  judge:
    (scope, { status: to, allow_overbooking }, places) =>
    async (people) => {
      const reopened = people.filter((person) => isLiving(to) && !isLiving(person.status));
      const isThere = await findRivals(scope, reopened);
      await places.load(people.map(({ group_id }) => group_id));
      return people.map((person) => {
        const { id, group_id, status: from } = person;
        if (from === to) return { reason: 'same_status' };
        if (!participantMoves[from].includes(to)) return { reason: 'move_not_allowed' };
        if (isThere(id)) return { reason: 'already_applied' };
        if (!holdsPlace(to)) return { warnings: endingOffer(person) };
        const finds = takesPlace(person) || places.take(group_id, allow_overbooking);
        return finds ? {} : { reason: 'group_full' };
      });
    },
  async fees(scope, { status: to }, people, isCounted) {
    if (to !== 'approved' || scope.rank < permissions['payments.manage']) return null;
    if (isCounted) return proposeByDecision(scope, people);
    const groups = [...new Set(people.map(({ group_id }) => group_id))];
    const makes = await anyMakesPayments(scope, groups);
    return makes ? { count: null, amount: null, currency: null, later: false, payers: null } : null;
  },
  async act(scope, people, { status: to, notify, reason = '', payments = 'none' }, { jobId, delaySeconds }) {
    const ids = people.map(({ id }) => id);
    const { rows } = await scope.tx.execute<{ id: string; version: number }>(sql`
      update participants set status = ${to}, previous_status = status, decided_at = now()
      where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
      returning id, version
    `);
    if (to === 'approved') {
      const others = payments === 'none' ? [] : await selectSiblings(scope, jobId, ids);
      await quietly(scope, !notify, () => enrolByDecision(scope, people, payments, others));
    }
    const told = notify
      ? await enqueueStatusMails(scope.tx, ids, delaySeconds, { bulkJobId: jobId, reason })
      : [];
    if (!notify) await cancelStatusMails(scope.tx, ids, 'superseded');
    const requests = to === 'approved' && payments !== 'none' ? await countWritten(scope, jobId) : 0;
    return { versions: new Map(rows.map(({ id, version }) => [id, version])), mails: told.length + requests };
  },
  async undo(scope, rows, { job, own, places, delaySeconds }) {
    const back = rows.flatMap(({ subject }) => {
      const { previous_status, decided_at } = subject;
      return previous_status && decided_at ? [{ ...subject, to: previous_status, decided_at }] : [];
    });
    const refused = new Map<string, BulkReason>();
    const decisions = back.map(({ id, decided_at: decidedAt, to: status }) => {
      return { participantId: id, decidedAt, status };
    });
    // those whose mail has left stay, so they need no place
    for (const id of await stopStatusMails(scope.tx, decisions)) refused.set(id, 'mail_sent');
    const free = back.filter(({ id }) => !refused.has(id));
    const returning = free.filter((person) => holdsPlace(person.to) && !takesPlace(person));
    const groups = [...new Set(returning.map(({ group_id }) => group_id))];
    const taken = await groupsTakenSince(scope, job, own, groups);
    await places.load([...taken]);
    const isThere = await findRivals(
      scope,
      free.filter(({ status: from, to }) => isLiving(to) && !isLiving(from)),
    );
    for (const { id, group_id, to, ...person } of free) {
      const needs = holdsPlace(to) && !takesPlace(person) && taken.has(group_id);
      if (isThere(id)) refused.set(id, 'already_applied');
      else if (needs && !places.take(group_id, false)) refused.set(id, 'group_full');
    }
    const undone = decisions.filter(({ participantId }) => !refused.has(participantId));
    await resumeEarlierMails(scope.tx, undone, delaySeconds);
    const ids = undone.map(({ participantId }) => participantId);
    await scope.tx.execute(sql`
      update participants set status = previous_status, previous_status = null, decided_at = null, cleared = null
      where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
    `);
    return refused;
  },
};

/** Members of these people's families to whom the same job gives a place, or is about to. */
async function selectSiblings(
  { tx, organizationId }: Scope,
  jobId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select other.participant_id as id
    from family_members own
    join family_members other on other.organization_id = own.organization_id and other.family_id = own.family_id
    join bulk_job_rows r on r.organization_id = own.organization_id and r.participant_id = other.participant_id
      and r.job_id = ${jobId} and r.state in ('waiting', 'done')
    where own.organization_id = ${organizationId} and own.participant_id = any (${sql.param(ids)}::uuid[])
  `);
  return rows.map(({ id }) => id);
}
