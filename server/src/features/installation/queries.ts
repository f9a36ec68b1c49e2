import type { Installation } from '@vpisnik/contract/installation';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { eq, getColumns, sql } from 'drizzle-orm';
import { installation_settings } from '../../db/schema.ts';
import type { Database } from '../../db/scope.ts';

const { id: _, created_at: __, ...columns } = getColumns(installation_settings);

/** What counts until an operator chooses something: the version is that of a row which is not there yet. */
const untouched: Installation = {
  notice: {},
  read_only: false,
  changed_by: null,
  updated_at: null,
  version: 1,
};

/** What the operator has chosen. */
export async function selectInstallation(database: Database): Promise<Installation> {
  const [row] = await database.select(columns).from(installation_settings);
  return row ?? untouched;
}

type Change = { notice?: Texts | undefined; read_only?: boolean | undefined; changed_by: string };

/** Changes what the operator has chosen; undefined when it is not at `version` any more. */
export async function changeInstallation(
  database: Database,
  version: number,
  change: Change,
): Promise<Installation | undefined> {
  const [row] = await database
    .insert(installation_settings)
    .values({ ...change, version: untouched.version + 1 })
    .onConflictDoUpdate({
      target: installation_settings.id,
      set: { ...change, updated_at: sql`now()` },
      setWhere: eq(installation_settings.version, version),
    })
    .returning(columns);
  return row;
}
