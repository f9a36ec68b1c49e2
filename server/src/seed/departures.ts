import { type Day, dayOf } from '@vpisnik/contract/rules/schedule';
import { closures, type locations, session_exceptions } from '../db/schema.ts';
import type { Transaction } from '../db/scope.ts';
import type { Calendar } from './days.ts';
import type { DemoChange, DemoGroup, DemoOrganization } from './demo.ts';

type Inserted = Pick<DemoGroup, 'label' | 'schedule' | 'changes'> & { id: string };

/** Single dates on which groups depart from their schedules. */
export async function insertChanges(
  tx: Transaction,
  organization_id: string,
  inserted: Inserted[],
  places: (typeof locations.$inferSelect)[],
  { weekday }: Calendar,
): Promise<void> {
  const dateOf = ([weeks, day]: [number, Day]) => weekday(weeks, day);
  const rowOf = (group: Inserted, change: DemoChange) => {
    const row = { organization_id, group_id: group.id, reason: change.reason };
    if ('added' in change) {
      const { added, at, duration, location } = change;
      return {
        ...row,
        kind: 'added',
        new_date: dateOf(added),
        new_start_time: at,
        new_duration: duration,
        location_id: places.find(({ name }) => name === location)?.id ?? null,
      };
    }
    const date = dateOf('moved' in change ? change.moved : change.cancelled);
    const slot = group.schedule?.find(({ day }) => day === dayOf(date));
    if (!slot) throw new Error(`${group.label} does not meet on that day`);
    const { start_time, duration } = slot;
    if ('cancelled' in change) return { ...row, kind: 'cancelled', date, start_time };
    const fresh = { new_date: dateOf(change.to), new_start_time: change.at, new_duration: duration };
    return { ...row, kind: 'moved', date, start_time, ...fresh };
  };
  const rows = inserted.flatMap((group) => (group.changes ?? []).map((change) => rowOf(group, change)));
  if (rows.length > 0) await tx.insert(session_exceptions).values(rows);
}

/** Days on which an organisation is closed. */
export async function insertClosures(
  tx: Transaction,
  organization_id: string,
  demo: DemoOrganization['closures'],
  { weekday }: Calendar,
): Promise<void> {
  const rows = demo.map(({ name, from, to }) => ({
    organization_id,
    name,
    start_date: weekday(...from),
    end_date: weekday(...to),
  }));
  if (rows.length > 0) await tx.insert(closures).values(rows);
}
