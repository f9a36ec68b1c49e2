import { type ImportKind, importKinds } from '@vpisnik/contract/imports';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockOrder } from '../../db/catalogue.ts';
import { categories, form_fields, groups, imports, locations, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import type { Known } from './references.ts';

/** Keeps a spreadsheet until it is imported. */
export async function insertImport(
  scope: Scope,
  values: { kind: ImportKind | 'participants'; file_name: string; cells: string[][] },
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
    // an upload is visible only to its uploader
    eq(imports.created_by, scope.accountId),
  );

/** Selects the caller's upload of these kinds; undefined if there is none with this id. */
export async function selectImport(
  scope: Scope,
  id: string,
  ...kinds: readonly (ImportKind | 'participants')[]
) {
  const wanted = kinds.length > 0 ? kinds : importKinds;
  const rows = await scope.tx
    .select()
    .from(imports)
    .where(and(own(scope, id), inArray(imports.kind, [...wanted])));
  return rows[0];
}

/** Reads the caller's upload and locks out other imports into the organisation until the transaction ends. */
export async function lockImport(scope: Scope, id: string, ...kinds: readonly 'participants'[]) {
  await scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${scope.organizationId}, 0))`,
  );
  return selectImport(scope, id, ...kinds);
}

/** Keeps what became of the rows. */
export async function saveReport(scope: Scope, id: string, report: Record<string, unknown>): Promise<void> {
  await scope.tx.update(imports).set({ report }).where(own(scope, id));
}

/** The language that texts are in which don't say theirs. */
export async function selectOwnLanguage(scope: Scope): Promise<Language> {
  const rows = await scope.tx
    .select({ language: organizations.default_language })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return found(rows[0]).language as Language;
}

const named = {
  id: categories.id,
  label: categories.label,
  name: categories.name,
  active: categories.active,
};

/** All categories, as rows name them. */
export function selectCategories(scope: Scope): Promise<Known['categories']> {
  return scope.tx.select(named).from(categories).where(eq(categories.organization_id, scope.organizationId));
}

/**
 * Keeps what groups refer to until the transaction ends: categories and locations from being deleted, which would take
 * everything else along, and fields as they are judged.
 */
export async function holdReferences(scope: Scope, { withFields }: { withFields: boolean }): Promise<void> {
  const holding = (table: typeof form_fields | typeof categories | typeof locations) =>
    scope.tx
      .select({ id: table.id })
      .from(table as typeof categories)
      .where(eq(table.organization_id, scope.organizationId));
  // who puts fields in order or merges them holds several as well, in an order of their own
  if (withFields) await lockOrder(scope, form_fields);
  await Promise.all([
    holding(categories).for('key share'),
    holding(locations).for('key share'),
    withFields ? holding(form_fields).for('share') : undefined,
  ]);
}

/** What there is already, as far as these labels and any names go. */
export async function selectKnown(scope: Scope, kind: ImportKind): Promise<Known> {
  const of = scope.organizationId;
  const isGroups = kind === 'groups';
  const [[organization], known, places, staff, fields, taken] = await Promise.all([
    scope.tx
      .select({
        languages: organizations.languages,
        default_language: organizations.default_language,
        time_zone: organizations.time_zone,
        currency: organizations.currency,
      })
      .from(organizations)
      .where(eq(organizations.id, of)),
    selectCategories(scope),
    scope.tx
      .select({
        id: locations.id,
        name: locations.name,
        address: locations.address,
        active: locations.active,
      })
      .from(locations)
      .where(eq(locations.organization_id, of)),
    scope.tx.execute<{ id: string; name: string; email: string; active: boolean }>(
      sql`select id, name, email, active from staff where active`,
    ),
    isGroups
      ? scope.tx
          .select({
            id: form_fields.id,
            label: form_fields.label,
            name: form_fields.name,
            type: form_fields.type,
            languages: form_fields.languages,
            required: form_fields.required,
            active: form_fields.active,
          })
          .from(form_fields)
          .where(eq(form_fields.organization_id, of))
      : [],
    isGroups
      ? scope.tx.select({ label: groups.label }).from(groups).where(eq(groups.organization_id, of))
      : [],
  ]);
  const { default_language, languages: offered, time_zone, currency } = found(organization);
  const labels = isGroups ? taken : known;
  return {
    languages: languages.filter((one) => offered.includes(one)),
    default_language: default_language as Language,
    time_zone,
    currency,
    categories: known,
    locations: places,
    leaders: staff.rows,
    form_fields: fields,
    labels: new Set(labels.map(({ label }) => label)),
  };
}
