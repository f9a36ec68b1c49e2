import type { PaymentAccount } from '@vpisnik/contract/payments';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import { requireParticipant } from '../participant-notes/queries.ts';
import { selectToday } from '../sessions/today.ts';
import { type Payee, selectPayee } from '../slips/queries.ts';
import { letterheadOf } from '../slips/service.ts';
import { balancesOf, listOfParticipants } from './queries.ts';

type Person = {
  id: string;
  name: string;
  reference: string;
  language: Language;
  group_id: string;
  group_name: Texts;
};

/**
 * All payments of a participant as they are given to who pays, with those of the family's members in scope where they are
 * asked for.
 *
 * @throws {AppError} not_found
 */
export async function accountOf(scope: Scope, id: string, family: boolean): Promise<PaymentAccount> {
  await requireParticipant(scope, id);
  const today = await selectToday(scope);
  const all = await selectFamily(scope, id);
  const people = family ? all : all.filter((one) => one.id === id);
  const ids = people.map((one) => one.id);
  const [payments, balances, payee, organization] = await Promise.all([
    listOfParticipants(scope, today, ids),
    balancesOf(scope, today, ...ids),
    selectPayee(scope),
    selectLetterhead(scope),
  ]);
  return {
    ...{ organization, today, balances, has_family: all.length > 1, payee: payee ?? null },
    language: found(all.find((one) => one.id === id)).language,
    people: people.map(({ language: _, ...person }) => ({
      ...person,
      payments: payments.filter(({ participant_id }) => participant_id === person.id),
    })),
  };
}

/** The participant first, then those in the same family by name. */
async function selectFamily({ tx, organizationId }: Scope, id: string): Promise<Person[]> {
  const { rows } = await tx.execute<Person>(sql`
    select p.id, p.name, p.reference, p.language, p.group_id, g.name as group_name
    from participants p join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    where p.organization_id = ${organizationId} and p.id in (
      select ${id}::uuid
      union
      select other.participant_id from family_members own
      join family_members other on other.organization_id = own.organization_id and other.family_id = own.family_id
      where own.organization_id = ${organizationId} and own.participant_id = ${id}
    )
    order by p.id <> ${id}, app.fold(p.name), p.id`);
  return rows;
}

async function selectLetterhead({ tx, organizationId }: Scope) {
  const { rows } = await tx.execute<Pick<Payee, 'name' | 'contact_email' | 'profile'>>(
    sql`select name, contact_email, profile from organizations where id = ${organizationId}`,
  );
  const { name, lines } = letterheadOf(found(rows[0]));
  return { name, lines: lines.filter(Boolean) };
}
