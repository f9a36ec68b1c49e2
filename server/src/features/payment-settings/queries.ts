import type { PaymentSettings } from '@vpisnik/contract/payment-settings';
import { eq, getColumns, sql } from 'drizzle-orm';
import { organizations, payment_settings } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

const { organization_id: _, ...columns } = getColumns(payment_settings);

const own = (scope: Scope) => eq(payment_settings.organization_id, scope.organizationId);

/** Where the organisation is paid; undefined until it is said. */
export async function selectSettings(scope: Scope): Promise<PaymentSettings | undefined> {
  const [row] = await scope.tx.select(columns).from(payment_settings).where(own(scope));
  return row as PaymentSettings | undefined;
}

/** The same, while only this transaction may change them: also for the first time. */
export async function lockSettings(scope: Scope): Promise<PaymentSettings | undefined> {
  await scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payment settings ${scope.organizationId}`}, 0))`,
  );
  return selectSettings(scope);
}

type Change = Omit<typeof payment_settings.$inferInsert, 'organization_id'>;

/** Writes all settings, as new ones or in place of the present. */
export async function writeSettings(scope: Scope, change: Change): Promise<PaymentSettings> {
  const [row] = await scope.tx
    .insert(payment_settings)
    .values({ ...change, organization_id: scope.organizationId })
    .onConflictDoUpdate({ target: payment_settings.organization_id, set: change })
    .returning(columns);
  return row as PaymentSettings;
}

/** The organisation as mail to its owner needs it. */
export async function selectOwner(scope: Scope) {
  const { name, owner_email, default_language } = organizations;
  const [row] = await scope.tx
    .select({ name, owner_email, default_language })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return row;
}
