import { type BulkParameters, type BulkReason, bulkRanks } from '@vpisnik/contract/bulk-jobs';
import type { Language, Texts } from '@vpisnik/contract/common';
import { holdsPlace } from '@vpisnik/contract/participants';
import { isOver } from '@vpisnik/contract/rules/statuses';
import { eq, sql } from 'drizzle-orm';
import { groups } from '../../../db/schema.ts';
import type { Scope } from '../../../db/scope.ts';
import { invalidFields } from '../../../errors.ts';
import {
  callTransferMailsBack,
  enqueueCalledBack,
  enqueueTransferMails,
  selectToldOfTransfer,
} from '../../application-mails/transfers.ts';
import {
  keepFormer,
  type PriceMoved,
  restorePrice,
  selectConcerned,
  selectPaidSince,
  settlePrice,
} from '../../fee-plans/moving.ts';
import { lockGroups } from '../../participants/places.ts';
import { shownMove } from '../../participants/proposals.ts';
import { selectQuestions } from '../../participants/questions.ts';
import type { Kind, Person } from '../kind.ts';
import { endingOffer, findRivals, groupsTakenSince, isLiving, lockPeople } from '../people.ts';

/** Moves people to one group with their status, answers and payments, settles what they pay by then, and tells them if asked to. */
export const move: Kind<BulkParameters['move']> = {
  rank: bulkRanks.move,
  order: 'application',
  groups: ({ group_id }) => [group_id],
  mails: ({ notify = false }) => notify,
  tellsBy: ({ group_id }, { status }) => (isOver(status) ? null : group_id),
  judge(scope, { group_id, allow_overbooking }, places) {
    const asked = questionsAsked(scope, group_id);
    return async (people) => {
      const { languages, required } = await asked();
      await places.load([group_id]);
      const moving = people.filter((person) => person.group_id !== group_id);
      const isThere = await findRivals(
        scope,
        moving.filter((person) => isLiving(person.status)).map(({ id }) => ({ id, group_id })),
      );
      const answered = required.length > 0 ? await selectAnswered(scope, moving) : new Map();
      return people.map((person) => {
        if (person.group_id === group_id) return { reason: 'same_group' };
        if (isThere(person.id)) return { reason: 'already_applied' };
        if (holdsPlace(person.status) && !places.take(group_id, allow_overbooking))
          return { reason: 'group_full' };
        const missing = required
          .filter(({ keys }) => !keys.some((key) => answered.get(person.id)?.has(key)))
          .map(({ name }) => name);
        const isForeign = !languages.includes(person.language);
        return {
          warnings: [
            ...(missing.length > 0 ? (['missing_answers'] as const) : []),
            ...(isForeign ? (['language'] as const) : []),
            ...endingOffer(person),
          ],
          missing,
        };
      });
    };
  },
  async moveFees(scope, { group_id }, people, isWhole) {
    const ids = people.map(({ id }) => id);
    if (ids.length === 0) return null;
    if (!isWhole) return selectConcerned(scope, ids, group_id);
    await lockGroups(scope, [group_id, ...new Set(people.map((person) => person.group_id))]);
    await lockPeople(scope, ids);
    return shownMove(scope, ids, group_id);
  },
  async act(scope, people, { group_id, fees, notify = false }, { jobId, delaySeconds }) {
    const ids = people.map(({ id }) => id);
    const { rows } = await scope.tx.execute<{ id: string; version: number }>(sql`
      update participants set group_id = ${group_id}
      where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
      returning id, version
    `);
    const moved = await settlePrice(scope, ids, group_id, fees);
    const told = notify ? await enqueueTransferMails(scope.tx, ids, { delaySeconds, bulkJobId: jobId }) : [];
    if (!notify) await callTransferMailsBack(scope.tx, ids, 'outdated');
    return {
      mails: told.length,
      versions: new Map(rows.map(({ id, version }) => [id, version])),
      details: new Map(
        people.map(({ id, group_id: from }) => [
          id,
          { from, ...(fees === 'take' && { fees: moved.get(id) }) },
        ]),
      ),
    };
  },
  async undo(scope, rows, { job, own, places, delaySeconds }) {
    const refused = new Map<string, BulkReason>();
    const back = rows.map(({ subject, detail }) => ({ ...subject, to: String(detail.from) }));
    const there = await selectPresentGroups(
      scope,
      back.map(({ to }) => to),
    );
    const isThere = await findRivals(
      scope,
      back.filter((person) => isLiving(person.status)).map(({ id, to }) => ({ id, group_id: to })),
    );
    const taken = await groupsTakenSince(scope, job, own, [...there]);
    await places.load([...taken]);
    const priced = rows.flatMap(({ subject, detail }) =>
      detail.fees ? [[subject.id, detail.fees as PriceMoved] as const] : [],
    );
    const paid = await selectPaidSince(scope, new Map(priced));
    const ids = back.map(({ id }) => id);
    for (const id of await selectToldOfTransfer(scope.tx, job.id, ids)) refused.set(id, 'mail_sent');
    for (const { id, status, to } of back) {
      if (refused.has(id)) continue;
      if (!there.has(to)) refused.set(id, 'gone');
      else if (isThere(id)) refused.set(id, 'already_applied');
      else if (paid.has(id)) refused.set(id, 'payment_changed');
      else if (holdsPlace(status) && taken.has(to) && !places.take(to, false)) refused.set(id, 'group_full');
    }
    const moved = back.filter(({ id }) => !refused.has(id));
    await scope.tx.execute(sql`
      update participants p set group_id = back.target, cleared = null
      from unnest(
        ${sql.param(moved.map(({ id }) => id))}::uuid[], ${sql.param(moved.map(({ to }) => to))}::uuid[]
      ) as back (id, target)
      where p.organization_id = ${scope.organizationId} and p.id = back.id
    `);
    await enqueueCalledBack(
      scope.tx,
      job.id,
      moved.map(({ id }) => id),
      delaySeconds,
    );
    await restorePrice(scope, new Map(priced.filter(([id]) => !refused.has(id))));
    // who is back pays by the own group's plan again
    for (const [to, its] of Map.groupBy(moved, (one) => one.to))
      await keepFormer(
        scope,
        its.map(({ id }) => id),
        to,
      );
    return refused;
  },
};

/** A question that the new group demands an answer to: what answers of other forms it has it by. */
type Demanded = { keys: string[]; name: Texts };

/** Reads the new group's questions once. Throws `invalid_fields` when it is out of scope or gone. */
function questionsAsked(scope: Scope, groupId: string) {
  let reading: Promise<{ languages: Language[]; required: Demanded[] }> | undefined;
  const read = async () => {
    const [group] = await scope.tx
      .select({ languages: groups.languages })
      .from(groups)
      .where(eq(groups.id, groupId));
    if (!group) throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
    const questions = await selectQuestions(scope, groupId);
    const required = questions
      .filter((question) => question.required)
      .map(({ id, form_field_id, name }) => ({
        keys: [id, ...(form_field_id ? [form_field_id] : [])],
        name,
      }));
    return { languages: group.languages as Language[], required };
  };
  return () => {
    reading ??= read();
    return reading;
  };
}

/** What each has answered: ids of questions and of the catalogue's fields; a tick that was not made is no answer. */
async function selectAnswered(scope: Scope, people: readonly Person[]): Promise<Map<string, Set<string>>> {
  const { rows } = await scope.tx.execute<{ id: string; keys: string[] }>(sql`
    select p.id, array_agg(key) as keys
    from participants p, jsonb_array_elements(p.answers) as answer,
      unnest(array[answer ->> 'field_id', answer ->> 'form_field_id']) as key
    where p.organization_id = ${scope.organizationId} and p.id = any (${sql.param(people.map(({ id }) => id))}::uuid[])
      and key is not null and answer -> 'value' <> 'false'
    group by p.id
  `);
  return new Map(rows.map(({ id, keys }) => [id, new Set(keys)]));
}

async function selectPresentGroups(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select id from groups where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
  `);
  return new Set(rows.map(({ id }) => id));
}
