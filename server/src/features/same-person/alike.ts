import { MERGE_DAYS } from '@vpisnik/contract/rules/same-person';
import type { SamePerson } from '@vpisnik/contract/same-person';
import { sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import type { Scope } from '../../db/scope.ts';

const application =
  sql.raw(`p.id, p.name, p.group_id, p.status, ${instantColumn('p.withdrawn_at')} as withdrawn_at,
  (select g.name from groups g where g.organization_id = p.organization_id and g.id = p.group_id) as group_name,
  ${instantColumn('p.application_date')} as application_date`);

/** What of a participant in scope may be, or is, the same person's. */
export async function selectSamePerson({ tx, organizationId }: Scope, id: string): Promise<SamePerson> {
  const [proposals, linked, merges] = await Promise.all([
    tx.execute<SamePerson['proposals'][number]>(sql`
      select ${application}, alike.alike
      from app.same_people(${id}) with ordinality as alike (id, alike, place)
      join participants p on p.organization_id = ${organizationId} and p.id = alike.id
      order by alike.place`),
    tx.execute<SamePerson['linked'][number]>(sql`
      select ${application}
      from person_links own
      join person_links o on o.organization_id = own.organization_id and o.person_id = own.person_id
      join participants p on p.organization_id = o.organization_id and p.id = o.participant_id
      join participants its on its.organization_id = own.organization_id and its.id = own.participant_id
      where own.organization_id = ${organizationId} and own.participant_id = ${id} and p.group_id <> its.group_id
      order by p.application_date desc, p.id limit 100`),
    tx.execute<SamePerson['merges'][number]>(sql`
      select id, name, reference, actor, ${sql.raw(instantColumn('created_at'))} as created_at,
        ${sql.raw(instantColumn(`(created_at + interval '${MERGE_DAYS} days')`))} as undo_until
      from participant_merges
      where organization_id = ${organizationId} and participant_id = ${id} and merged is not null
        and created_at > now() - make_interval(days => ${MERGE_DAYS})
      order by participant_merges.created_at desc, id limit 100`),
  ]);
  return { proposals: proposals.rows, linked: linked.rows, merges: merges.rows };
}
