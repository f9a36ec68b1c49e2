import type { Group } from '@vpisnik/contract/groups';
import type { Api } from '../../../../../lib/api.ts';
import type { EntityForm } from '../../../../../lib/form/entity-form.ts';
import type { GroupField, GroupValues } from '../values.ts';

/** The fields that dates and their places go by. */
const timing: readonly GroupField[] = ['schedule', 'start_date', 'end_date', 'location_id'];

/** Whether a save changes dates on which people have places; also when that can't be found out. */
export async function hasPeopleToTell(
  api: Api,
  { row, changed }: Pick<EntityForm<GroupValues, Group>, 'row' | 'changed'>,
): Promise<boolean> {
  if (!row || row.taken === 0 || !changed.some((field) => timing.includes(field))) return false;
  return await api.session_notices
    .audience({ query: { group_id: row.id } })
    .then(({ participants, leaders }) => participants + leaders > 0)
    .catch(() => true);
}
