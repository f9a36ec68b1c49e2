import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm';

/** Joins the row of `table` to which `id`, a column of `from`, refers; both are of one organisation, as the foreign key says. */
export const referenced = (
  table: { organization_id: SQLWrapper; id: SQLWrapper },
  from: { organization_id: SQLWrapper },
  id: SQLWrapper,
): SQL | undefined => and(eq(table.organization_id, from.organization_id), eq(table.id, id));
