import { type ApplicantEdit, actsOf, applicantStateOf } from '@vpisnik/contract/rules/applicant-page';
import { asksOwnPhone } from '@vpisnik/contract/rules/application-form';
import type { Language } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { Pools } from '../../db/connection/pools.ts';
import { instantColumn } from '../../db/instants.ts';
import { asWorker } from '../../db/scope.ts';
import type { Sealing } from '../../mail/sealed.ts';
import {
  editFieldOf,
  mayAnswer,
  mayChangeNotes,
  type OwnRow,
  seenValues,
  storedEntries,
  type Term,
} from '../applicant-data/rules.ts';
import { openSeen, sealSeen } from '../applicant-data/seen.ts';
import { latestNewsChoice } from '../mail-choices/queries.ts';
import { selectQuestions } from '../participants/questions.ts';
import type { Applicant } from './queries.ts';

/** Typed entries with their problems. */
export type PostedEdit = Pick<ApplicantEdit, 'entries' | 'problems' | 'failure'>;

type Row = OwnRow &
  Term & {
    status: string;
    offer_until: string | null;
    offer_paused_at: string | null;
    offer_taken_back: boolean;
    withdrawn_at: string | null;
    group_id: string;
    languages: Language[];
    siblings: number;
  };

/**
 * The form by which an applicant corrects the data of an application.
 *
 * @param posted typed entries in place of the stored values
 * @returns undefined where nothing may be corrected
 */
export async function readEdit(
  pools: Pools,
  { organizationId, address }: Omit<Applicant, 'tx'>,
  reference: string,
  { seals, posted }: { seals: Sealing; posted?: PostedEdit | undefined },
): Promise<ApplicantEdit | undefined> {
  return asWorker(pools.system, async (tx) => {
    const row = await select({ tx, organizationId, address }, reference);
    if (!row) return undefined;
    const state = applicantStateOf(row, new Date());
    if (!actsOf[state].includes('save')) return undefined;
    const questions = await selectQuestions({ tx, organizationId }, row.group_id);
    const fields = questions
      .filter((question) => mayAnswer(question, state, row))
      .map((question) => editFieldOf(question, row.answers));
    const news = await latestNewsChoice(tx, { organization_id: organizationId, address });
    return {
      own_phone: asksOwnPhone(questions as Parameters<typeof asksOwnPhone>[0]),
      has_notes: mayChangeNotes(row),
      fields,
      entries: storedEntries(row, fields, news?.wanted ?? true),
      ...{ problems: [], failure: null },
      ...posted,
      seen: shownBefore(seals, reference, posted) ?? sealSeen(seals, reference, seenValues(row, fields)),
      ...{ languages: row.languages, siblings: row.siblings },
    };
  });
}

/**
 * What the form has shown that comes back with what was typed: until a change by staff is told, it is one of which its applicant
 * knows nothing.
 */
function shownBefore(seals: Sealing, reference: string, posted: PostedEdit | undefined): string | undefined {
  if (!posted || posted.failure === 'edit_conflict') return undefined;
  const seen = posted.entries.find(([name]) => name === 'seen')?.[1] ?? '';
  return openSeen(seals, reference, seen) && seen;
}

async function select(
  { tx, organizationId, address }: Applicant,
  reference: string,
): Promise<Row | undefined> {
  const { rows } = await tx.execute<Row>(sql`
    select p.email, p.phone, p.notes, p.language, p.answers, p.status, p.group_id, g.start_date::text, g.end_date::text,
      (now() at time zone o.time_zone)::date::text as today, o.languages,
      ${sql.raw(instantColumn('p.offer_until'))} as offer_until,
      ${sql.raw(instantColumn('p.offer_paused_at'))} as offer_paused_at, p.offer_taken_back,
      ${sql.raw(instantColumn('p.withdrawn_at'))} as withdrawn_at,
      (
        select count(*)::integer from participants s
        where s.organization_id = p.organization_id and lower(s.email) = ${address} and s.id <> p.id
          and s.status in ('pending', 'approved', 'waitlisted')
      ) as siblings
    from participants p
    join organizations o on o.id = p.organization_id
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    where p.organization_id = ${organizationId} and p.reference = ${reference} and lower(p.email) = ${address}`);
  return rows[0];
}
