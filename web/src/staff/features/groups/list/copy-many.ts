import type { Group, GroupSummary } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import { labelWith } from '@vpisnik/contract/rules/slug';
import type { Api } from '../../../../lib/api.ts';
import { movedDay } from '../moved-day.ts';

/** How many labels are tried before a copy is given up. */
const attempts = 5;

/** Copies a group some days later under its name, and under the next free label of its year. */
export async function copyLater(api: Api, group: GroupSummary, days: number, attempt = 1): Promise<Group> {
  const year = (movedDay(group.start_date, days) ?? new Date().toISOString()).slice(0, 4);
  const label = labelWith(group.label, attempt === 1 ? year : `${year}-${attempt}`);
  try {
    return await api.groups.copy({
      params: { id: group.id },
      body: { name: group.name, label, shift_days: days },
    });
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'label_taken';
    if (!isTaken || attempt === attempts) throw error;
    return copyLater(api, group, days, attempt + 1);
  }
}
