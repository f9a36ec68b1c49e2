import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import type { ClaimedMail } from '../application-mails/outbox.ts';
import type { WrittenChange } from './rules.ts';

/** A participant whom a mail names, and what the applicant has changed since it was begun. */
export type ChangedPerson = {
  id: string;
  name: string;
  email: string | null;
  group_id: string;
  group_name: Texts;
  age_to: number | null;
  guardian_name: string | null;
  answers: { purpose?: string | null; value: string | string[] | boolean }[];
  is_withdrawn: boolean;
  /** From the first to the last; without those before a withdrawal, of which a mail of its own tells. */
  changes: WrittenChange[];
};

/** The people whom a mail names, by their names. A mail to one of several of the staff names those of the first one's. */
export async function selectChanged(tx: Transaction, { mail }: ClaimedMail): Promise<ChangedPerson[]> {
  const { organization_id, id, origin_id, created_at } = mail;
  const { rows } = await tx.execute<ChangedPerson>(sql`
    select p.id, p.name, p.email, p.group_id, g.name as group_name, g.age_to, p.guardian_name, p.answers,
      p.withdrawn_at is not null as is_withdrawn,
      (
        select coalesce(jsonb_agg(change order by c.created_at, c.id, place), '[]')
        from participant_changes c
        cross join lateral jsonb_array_elements(c.changes) with ordinality as each (change, place)
        where c.organization_id = p.organization_id and c.participant_id = p.id
          and c.created_at >= ${created_at}::timestamptz and c.by = 'applicant'
          and c.created_at > coalesce(p.withdrawn_at, '-infinity')
      ) as changes
    from mail_people n
    join participants p on p.organization_id = n.organization_id and p.id = n.participant_id
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    where n.organization_id = ${organization_id} and n.mail_id = ${origin_id ?? id}
    order by p.name collate "sl-x-icu", p.id`);
  return rows;
}

/** What was chosen about news on the page of an address since a mail was begun; undefined where nothing was. */
export async function selectNewsChoice(tx: Transaction, { mail }: ClaimedMail): Promise<boolean | undefined> {
  const { rows } = await tx.execute<{ wanted: boolean }>(sql`
    select wanted from mail_choices
    where organization_id = ${mail.organization_id} and kind = 'news' and address = ${mail.to_address}
      and how = 'page' and created_at >= ${mail.created_at}::timestamptz
    order by id desc limit 1`);
  return rows[0]?.wanted;
}

/** What a mail to one of the staff is called by. */
export async function selectStaffName(tx: Transaction, accountId: string | null): Promise<string> {
  if (accountId === null) return '';
  const { rows } = await tx.execute<{ name: string }>(sql`select name from accounts where id = ${accountId}`);
  return rows[0]?.name ?? '';
}

/** The language in which a mail is written. */
export const languageOf = ({ mail }: ClaimedMail) => mail.language as Language;
