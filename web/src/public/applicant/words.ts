import {
  type ApplicantApplication,
  type ApplicantPage,
  timeLeft,
  unitsOf,
} from '@vpisnik/contract/rules/applicant-page';
import { inWords } from '@vpisnik/contract/rules/calendar-words';
import {
  formatDay,
  formatMoney,
  formatShortDay,
  formatTime,
  inZone,
  weekdayName,
} from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import { createContext, useContext } from 'react';
import type { KeyOf, Translate } from '../../lib/text/translate.ts';
import type { applicantTexts } from '../../locales/sl/public-applicant.ts';
import { usePage } from '../page.tsx';

export type ApplicantKey = KeyOf<typeof applicantTexts>;
/** Texts of pages that are only rendered; they never travel to the browser. */
export type ApplicantTranslate = Translate<ApplicantKey>;

type Words = { t: ApplicantTranslate; time_zone: string };
const Context = createContext<Words | null>(null);
export const WordsProvider = Context.Provider;

const keptTogether = (text: string) => text.replaceAll(' ', '\u00a0');

/** The words of an applicant's page: its texts, and days, instants and money as its language writes them. */
export function useWords() {
  const words = useContext(Context);
  if (!words) throw new Error('Rendered outside the page of an applicant');
  const { language, now } = usePage();
  const { t, time_zone } = words;
  return {
    t,
    language,
    today: inZone(now, time_zone).day,
    day: (day: string) => keptTogether(formatDay(day, language)),
    money: (amount: string, currency: string) => keptTogether(formatMoney(amount, currency, language)),
    /** `16. 9. 2026 ob 17:02`. */
    at(instant: string): string {
      const { day, time } = inZone(instant, time_zone);
      return t('applicant.at', {
        day: keptTogether(formatDay(day, language)),
        time: formatTime(time, language),
      });
    },
    /** `do nedelje, 20. 9. 2026, do 18:00`; without the year where there is little room. */
    until(instant: string, room: 'year' | 'short' = 'year'): string {
      const { day, time } = inZone(instant, time_zone);
      const written = room === 'year' ? formatDay(day, language) : formatShortDay(day, language);
      return t(`applicant.until.${dayOf(day)}`, {
        day: keptTogether(written),
        time: formatTime(time, language),
      });
    },
    /** `2 dneva in 4 ure`: the two largest units; null when the instant is past. */
    left(instant: string): string | null {
      const left = timeLeft(instant, now);
      if (!left) return null;
      return inWords(
        unitsOf(left).map((unit) => t(`applicant.left.${unit}`, { count: left[unit] })),
        language,
      );
    },
  };
}

/** `torek, 22. 9., ob 17:30` · `Tuesday, 22 Sep, 17:30`. */
function meetingWords(
  { date, start_time }: { date: string; start_time: string },
  language: Language,
): string {
  const at = language === 'sl' ? 'ob ' : '';
  return [
    weekdayName(dayOf(date), language),
    formatShortDay(date, language).replaceAll(' ', '\u00a0'),
    `${at}${formatTime(start_time, language)}`,
  ].join(', ');
}

/** When and where people meet next, told as `meetingWords`; null where that is not known. */
export function whenWords({ sessions, group }: ApplicantApplication, language: Language): string | null {
  const next = sessions.find(goesAhead);
  if (!next) return null;
  const where = next.other_place ?? group.place?.name;
  return [meetingWords(next, language), where].filter(Boolean).join(', ');
}

/** Path of an application of the page, and of what lies below it. */
export const applicationPath = (
  { base }: Pick<ApplicantPage, 'base'>,
  reference: string,
  ...below: string[]
): string => [base, reference, ...below].join('/');

/** The reference in two halves, which are easier to read out. */
export const spelled = (reference: string): string => `${reference.slice(0, 4)}\u00a0${reference.slice(4)}`;

/** First letters of a person's first and last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
