import type { ImportKind } from '@vpisnik/contract/imports';
import { type Language, languages } from '@vpisnik/contract/texts';
import { and, eq, sql } from 'drizzle-orm';
import { categories, groups, imports, locations, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import type { Known } from './judge.ts';

/** Keeps a spreadsheet until it is imported. */
export async function insertImport(
  scope: Scope,
  values: { kind: ImportKind; file_name: string; cells: string[][] },
) {
  const rows = await scope.tx
    .insert(imports)
    .values({ ...values, organization_id: scope.organizationId, created_by: scope.accountId })
    .returning();
  return found(rows[0]);
}

const own = (scope: Scope, id: string) =>
  and(
    eq(imports.organization_id, scope.organizationId),
    eq(imports.id, id),
    // what somebody is bringing is nobody else's yet
    eq(imports.created_by, scope.accountId),
  );

/** One's own spreadsheet; undefined when there is none of this id. */
export async function selectImport(scope: Scope, id: string) {
  const rows = await scope.tx.select().from(imports).where(own(scope, id));
  return rows[0];
}

/** The same, and nobody else imports anything into the organisation until the transaction ends. */
export async function lockImport(scope: Scope, id: string) {
  await scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${scope.organizationId}, 0))`,
  );
  return selectImport(scope, id);
}

/** Keeps what became of the rows. */
export async function saveReport(scope: Scope, id: string, report: Record<string, unknown>): Promise<void> {
  await scope.tx.update(imports).set({ report }).where(own(scope, id));
}

/** What there is already, as far as these labels and any names go. */
export async function selectKnown(
  scope: Scope,
  kind: ImportKind,
): Promise<Known & { default_language: Language }> {
  const of = scope.organizationId;
  const [[organization], known, places, staff, taken] = await Promise.all([
    scope.tx
      .select({ languages: organizations.languages, default_language: organizations.default_language })
      .from(organizations)
      .where(eq(organizations.id, of)),
    scope.tx
      .select({
        id: categories.id,
        label: categories.label,
        name: categories.name,
        active: categories.active,
      })
      .from(categories)
      .where(eq(categories.organization_id, of)),
    scope.tx
      .select({ id: locations.id, name: locations.name, active: locations.active })
      .from(locations)
      .where(eq(locations.organization_id, of)),
    scope.tx.execute<{ id: string; name: string; email: string; active: boolean }>(
      sql`select id, name, email, active from staff where active`,
    ),
    kind === 'groups'
      ? scope.tx.select({ label: groups.label }).from(groups).where(eq(groups.organization_id, of))
      : [],
  ]);
  const { default_language, languages: offered } = found(organization);
  const labels = kind === 'groups' ? taken : known;
  return {
    languages: languages.filter((one) => offered.includes(one)),
    default_language: default_language as Language,
    categories: known,
    locations: places,
    leaders: staff.rows,
    labels: new Set(labels.map(({ label }) => label)),
  };
}
