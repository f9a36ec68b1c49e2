import { groupName, type Language, type Texts } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import { type ReadContent, senderOf, usedTemplate } from '../application-mails/content.ts';
import type { Fact } from '../application-mails/facts.ts';
import type { Details } from '../application-mails/rendering/render.ts';
import { deciding } from './daily.ts';
import { countWords } from './words.ts';

/** How the queue of a group stands; `free` is null without a limit. */
type Queue = {
  group_id: string;
  name: Texts;
  free: number | null;
  /** Whose turn it is, but whom no mail about an offer would reach: staff are to offer them a place. */
  unheard: number;
  waiting: number;
  offered: number;
  passed: number;
};

/** Groups that a digest names one by one: mail programs cut long mails off. */
const LISTED = 30;

/** Reads how the queues of the groups stand about which a member may decide; nothing when there is nothing to say by now. */
export const digestContent: ReadContent = async (tx, { mail, organization }, publicUrl) => {
  const language = mail.language as Language;
  const queues = await selectQueues(tx, mail);
  const [only, ...others] = queues;
  if (!only || mail.account_id === null) return 'outdated';
  const counts = (['free', 'waiting', 'offered', 'passed'] as const)
    .map((what) => ({ what, count: queues.reduce((sum, queue) => sum + numberOf(queue, what), 0) }))
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => countWords[language][what](count));
  const left: Fact = { label: 'other_groups', value: String(queues.length - LISTED) };
  return {
    ...usedTemplate(null),
    data: {
      ...{ email_type: 'queue_digest', variant: '', recipient_kind: 'staff', language },
      organization: senderOf(organization),
      ...{ group_name: '', participant_name: '', addressee: '', values: { counts: counts.join(', ') } },
      ...{ status: null, reason: '', may_decide: true },
      details: [
        ...queues.slice(0, LISTED).map((queue) => detailsOf(queue, language)),
        ...(queues.length > LISTED ? [{ facts: [left] }] : []),
      ],
      link:
        others.length === 0 ? `${publicUrl}/groups/${only.group_id}?tab=participants` : `${publicUrl}/groups`,
      home: publicUrl,
    },
  };
};

/** A number of a queue; places are free for its people alone where there are some. */
const numberOf = (queue: Queue, what: 'free' | 'waiting' | 'offered' | 'passed'): number =>
  what === 'free' && queue.waiting === 0 ? 0 : (queue[what] ?? 0);

function detailsOf(queue: Queue, language: Language): Details {
  const facts = [
    { label: 'free_places', count: queue.free ?? 0 },
    { label: 'unheard', count: queue.unheard },
    { label: 'waiting', count: queue.waiting },
    { label: 'offered', count: queue.offered },
    { label: 'passed', count: queue.passed },
  ] as const;
  return {
    heading: groupName({ name: queue.name }, language),
    facts: facts
      .filter(({ count }) => count > 0)
      .map(({ label, count }): Fact => ({ label, value: String(count) })),
  };
}

async function selectQueues(
  tx: Transaction,
  { organization_id, account_id }: { organization_id: string; account_id: string | null },
): Promise<Queue[]> {
  const { rows } = await tx.execute<Queue>(sql`
    select group_id, name, free, unheard, waiting, offered, passed
    from app.queues_of(${organization_id}, ${account_id}, coalesce(
      (select since from queue_digests where organization_id = ${organization_id}), now() - interval '1 day'
    ), ${sql.param(deciding)}::text[])
    order by coalesce(free, 1) > 0 and waiting > 0 desc, offered + passed > 0 desc, waiting desc, group_id`);
  return rows;
}
