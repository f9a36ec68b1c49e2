import { addDays } from '@vpisnik/contract/rules/dates';
import { limits } from '@vpisnik/contract/rules/limits';

/** A calendar day (`YYYY-MM-DD`) some days later; null without a day, or further away than a group can be copied. */
export const movedDay = (day: string | null, days: number): string | null =>
  day === null || Math.abs(days) > limits.shiftDays ? null : addDays(day, days);
