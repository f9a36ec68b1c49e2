import type { PublicGroup } from '@vpisnik/contract/public';
import {
  formatAges,
  formatDay,
  formatPeriod,
  formatTime,
  formatTimeRange,
  inZone,
  sharedTime,
  weekdayList,
  weekdayName,
} from '@vpisnik/contract/rules/format';
import { sortedSlots } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Page } from '../page.tsx';

/** When a group meets: days and time apart when all meetings share the time, else a line per meeting. */
export function meetings(
  schedule: PublicGroup['schedule'],
  language: Language,
): { days: string; time: string } | { lines: string[] } {
  const time = sharedTime(schedule);
  if (time)
    return {
      days: weekdayList(
        schedule.map((slot) => slot.day),
        language,
      ),
      time: formatTimeRange(time, language),
    };
  return {
    lines: sortedSlots(schedule).map(
      (slot) => `${weekdayName(slot.day, language, 'short')} ${formatTimeRange(slot, language)}`,
    ),
  };
}

type Dated = Pick<PublicGroup, 'start_date' | 'end_date'>;

/** From which day to which a group runs; null when neither is known. */
export function duration({ start_date, end_date }: Dated, { language }: Page): string | null {
  return formatPeriod(start_date, end_date, language) || null;
}

type Aged = Pick<PublicGroup, 'age_from' | 'age_to'>;

/** For which age a group is meant: `od 12 do 16 let`; null when for any. */
export function ages({ age_from, age_to }: Aged, { language }: Page): string | null {
  return formatAges(age_from, age_to, language);
}

/** When applications open, to the minute unless that is midnight. */
export function opening(applyFrom: string, timeZone: string, { t, language }: Page): string {
  const { day, time } = inZone(applyFrom, timeZone);
  // in a narrow column a date stays in one piece
  const values = {
    day: formatDay(day, language).replaceAll(' ', '\u00a0'),
    time: formatTime(time, language),
  };
  return time === '00:00' ? t('group.opens_on', values) : t('group.opens_at', values);
}

/** A price text with the amount it begins with apart, when it begins with one: `85 €` and `na trimester`. */
export function splitPrice(text: string): [amount: string, rest: string] {
  const amount = /^(?:€\s?\d[\d.,]*|\d[\d.,]*\s?€)/.exec(text)?.[0] ?? '';
  return [amount, text.slice(amount.length)];
}
