import { visitors } from '@vpisnik/contract/public';
import type { AnotherGroup } from '@vpisnik/contract/rules/applicant-page';
import { answerName, asksOwnPhone, type FormEntries } from '@vpisnik/contract/rules/application-form';
import type { FieldPurpose } from '@vpisnik/contract/rules/questions';
import type { Language } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import type { Pools } from '../../db/connection/pools.ts';
import { asVisitor, asWorker } from '../../db/scope.ts';
import { stripped } from '../../http/stripped.ts';
import { publicAllGroups } from '../public/service.ts';
import type { Applicant } from './queries.ts';

/** What a guardian has told once: the child's own answers are another's. */
const told = ['guardian_name', 'guardian_phone', 'address'] as const satisfies readonly FieldPurpose[];

type Guardian = { group_id: string; email: string; phone: string | null } & Record<
  (typeof told)[number],
  string | null
>;
type Asked = { id: string; group_id: string; purpose: FieldPurpose };

/**
 * The groups that take applications, that of this application first, each with what its form asks of a guardian filled in: the
 * page sends it there in a form, so that nothing personal stands in an address.
 */
export async function readAnother(
  pools: Pools,
  { organizationId, address }: Omit<Applicant, 'tx'>,
  reference: string,
  language: Language,
): Promise<AnotherGroup[]> {
  const found = await asVisitor(pools.public, organizationId, false, (scope) =>
    publicAllGroups(scope, { page: 1 }, language),
  );
  const groups = stripped(visitors.allGroups.reply, found).results.filter(
    ({ enrolment }) => enrolment === 'open' || enrolment === 'waitlist',
  );
  return asWorker(pools.system, async (tx) => {
    const guardian = await selectGuardian({ tx, organizationId, address }, reference);
    const asked = await selectAsked(
      { tx, organizationId, address },
      groups.map(({ id }) => id),
    );
    const isOwn = ({ id }: { id: string }) => id === guardian?.group_id;
    return [...groups.filter(isOwn), ...groups.filter((group) => !isOwn(group))].map((group) => ({
      group,
      entries: guardian
        ? entriesOf(
            guardian,
            asked.filter(({ group_id }) => group_id === group.id),
          )
        : [],
    }));
  });
}

function entriesOf(guardian: Guardian, asked: readonly Asked[]): FormEntries {
  const phone = guardian.guardian_phone ?? guardian.phone;
  const said = { ...guardian, guardian_phone: phone };
  const entries: [string, string | null][] = [
    ['email', guardian.email],
    ['phone', asksOwnPhone(asked) ? phone : null],
    ...asked.map((question): [string, string | null] => [
      answerName(question),
      said[question.purpose as (typeof told)[number]],
    ]),
  ];
  return entries.filter((entry): entry is [string, string] => !!entry[1]);
}

async function selectGuardian(
  { tx, organizationId, address }: Applicant,
  reference: string,
): Promise<Guardian | undefined> {
  const plain = (purpose: string) => sql`(
    select a ->> 'value' from jsonb_array_elements(p.answers) as a
    where a ->> 'purpose' = ${purpose} and a -> 'sensitive' = 'false' limit 1)`;
  const { rows } = await tx.execute<Guardian>(sql`
    select p.group_id, lower(p.email) as email, p.phone, ${plain('guardian_name')} as guardian_name,
      ${plain('guardian_phone')} as guardian_phone, ${plain('address')} as address
    from participants p
    where p.organization_id = ${organizationId} and p.reference = ${reference} and lower(p.email) = ${address}`);
  return rows[0];
}

/** The questions of groups that ask for what a guardian has told. */
async function selectAsked({ tx, organizationId }: Applicant, groupIds: readonly string[]): Promise<Asked[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await tx.execute<Asked>(sql`
    select q.id, q.group_id, f.purpose from group_fields q
    join form_fields f on f.organization_id = q.organization_id and f.id = q.form_field_id
    where q.organization_id = ${organizationId} and q.group_id = any (${sql.param([...groupIds])}::uuid[])
      and f.purpose = any (${sql.param([...told])}::text[])`);
  return rows;
}
