import {
  formatDay,
  formatMeeting,
  formatPeriod,
  formatTimeRange,
  weekdayName,
} from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { bestText, type Language, type Texts } from '@vpisnik/contract/rules/texts';
import { addresseeOf } from '../application-mails/addressee.ts';
import { type Fact, listed } from '../application-mails/facts.ts';
import { beginsAsKnown, shownOf, type ToldChange } from './changes.ts';
import type { Told } from './queries.ts';
import { dateWords } from './words.ts';

/** Dates of a group that a mail lists one by one; of more it says how many. */
const LISTED = 12;
/** Days that a subject names one by one. */
const NAMED = 3;

/** The days of changes in a few words: some by themselves, more from the first to the last. */
export function daysInWords(changes: readonly ToldChange[], language: Language): string {
  const days = [...new Set(changes.map((change) => shownOf(change).date))].sort();
  const [first = null] = days;
  return days.length > NAMED
    ? formatPeriod(first, days.at(-1) ?? first, language)
    : listed(
        days.map((day) => formatDay(day, language)),
        language,
      );
}

/** The changes of a group, one fact each, with its place where it is another one, and its reason where reasons differ. */
export function changeFacts(
  changes: readonly ToldChange[],
  language: Language,
  { placeOf, withReasons }: { placeOf: (change: ToldChange) => string; withReasons: boolean },
): Fact[] {
  const facts = changes.slice(0, LISTED).map((change): Fact => {
    const { kind } = change;
    const { meeting, known } = timesOf(change, language);
    const place = kind === 'cancelled' ? '' : placeOf(change);
    const before = kind === 'moved' && known ? `(${dateWords[language].before} ${known})` : '';
    const reason = withReasons ? inLanguage(change.reason, language) : '';
    return {
      label: `${kind}_session`,
      value: [[meeting, place].filter(Boolean).join(', '), before, reason && `– ${reason}`]
        .filter(Boolean)
        .join(' '),
    };
  });
  const others = changes.length - facts.length;
  return others > 0 ? [...facts, { label: 'other_changes', value: String(others) }] : facts;
}

/**
 * When a date is, and what was known of it: of one that begins as known its end where that is another, and nothing where
 * only its place is.
 */
function timesOf(change: ToldChange, language: Language): { meeting: string; known: string } {
  const { was, now } = change;
  const meeting = formatMeeting(now ?? shownOf(change), language);
  if (!was || !now || !beginsAsKnown(change))
    return { meeting, known: was ? formatMeeting(was, language) : '' };
  if (was.duration === now.duration) return { meeting, known: '' };
  const day = `${weekdayName(dayOf(now.date), language)}, ${formatDay(now.date, language)}`;
  return {
    meeting: `${day}, ${formatTimeRange(now, language)}`,
    known: formatTimeRange(was, language),
  };
}

/** A text in a language, else in another one; empty without any. */
export const inLanguage = (texts: Texts, language: Language): string => bestText(texts, language).text;

/** Whom a mail names and greets: the participants of its rows, each once, or the leader. */
export function peopleOf(rows: readonly Told[], leader: string, language: Language, today: string) {
  const people = rows.flatMap(({ participant, group }) => (participant ? [{ ...participant, group }] : []));
  if (people.length === 0) return { participant_name: leader, addressee: leader };
  return {
    participant_name: listed(
      people.map(({ name }) => name),
      language,
    ),
    addressee: listed(
      people.map((person) => addresseeOf(person, person.group, today)),
      language,
    ),
  };
}
