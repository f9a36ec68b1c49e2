import type { contract } from '@vpisnik/contract/contract';
import { and, eq, getColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { closures, organizations } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import type { Choice, ClosureRow } from './known.ts';

type Body = Omit<z.output<typeof contract.closures.create.body>, 'notify'>;
/** A transaction that may read an organisation's closures: of staff, visitors or the worker. */
export type Reader = { tx: Transaction; organizationId: string };

const { id, version, source, name, start_date, end_date, active } = getColumns(closures);
/** Columns of a closure that visitors may read. */
export const storedClosure = { source, name, start_date, end_date, active };
const columns = { ...storedClosure, id, version };

const ofOrganization = (organizationId: string) => eq(closures.organization_id, organizationId);
const own = (scope: Scope, id: string) => and(ofOrganization(scope.organizationId), eq(closures.id, id));

/** The organisation's choice of holidays and breaks. */
export async function selectChoice({ tx, organizationId }: Reader): Promise<Choice> {
  const { public_holidays, school_breaks } = organizations;
  const rows = await tx
    .select({ public_holidays, school_breaks })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return rows[0] ?? { public_holidays: false, school_breaks: 'none' };
}

/** All that an organisation has written down; there are few. */
export async function selectClosures(scope: Scope): Promise<ClosureRow[]> {
  return scope.tx.select(columns).from(closures).where(ofOrganization(scope.organizationId));
}

/** One closure. */
export async function selectClosure(scope: Scope, id: string): Promise<ClosureRow | undefined> {
  const rows = await scope.tx.select(columns).from(closures).where(own(scope, id));
  return rows[0];
}

/** Adds a closure; another one with its source makes the constraint refuse. */
export async function insertClosure(scope: Scope, body: Body): Promise<ClosureRow | undefined> {
  const rows = await scope.tx
    .insert(closures)
    .values({ ...body, organization_id: scope.organizationId })
    .returning(columns);
  return rows[0];
}

/** Changes a closure; undefined when it is not there at that version any more. */
export async function updateClosure(
  scope: Scope,
  id: string,
  version: number,
  change: { [Field in keyof Body]?: Body[Field] | undefined },
): Promise<ClosureRow | undefined> {
  const rows = await scope.tx
    .update(closures)
    .set({ ...change, updated_at: sql`now()` })
    .where(and(own(scope, id), eq(closures.version, version)))
    .returning(columns);
  return rows[0];
}

/** Deletes a closure; whether it was there. */
export async function deleteClosure(scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.delete(closures).where(own(scope, id));
  return rowCount === 1;
}
