import type { ClosureDay } from '@vpisnik/contract/closures';
import { languages } from '@vpisnik/contract/rules/texts';
import type { Closure } from '@vpisnik/contract/rules/timetable';
import Holidays from 'date-holidays';
import { schoolBreaks } from './school-breaks.ts';

/** What an organisation has chosen. */
export type Choice = { public_holidays: boolean; school_breaks: string };

/** A closure as it is stored. */
export type ClosureRow = StoredClosure & { id: string; version: number };
/** As far as it says when there are no sessions. */
export type StoredClosure = Pick<ClosureDay, 'source' | 'name' | 'start_date' | 'end_date' | 'active'>;

type Known = Pick<ClosureDay, 'name' | 'start_date' | 'end_date'> & {
  source: string;
  kind: 'holiday' | 'school_break';
};

const slovene = new Holidays('SI', { languages: ['sl'] });
const english = new Holidays('SI', { languages: ['en'] });
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const ofYears = new Map<number, Known[]>();

/** The work-free days of Slovenia in a year (Zakon o praznikih in dela prostih dnevih), by date. */
function holidaysOf(year: number): Known[] {
  const remembered = ofYears.get(year);
  if (remembered) return remembered;
  // the library calls work-free days public; the others are observances
  const inEnglish = english.getHolidays(year);
  const days = slovene.getHolidays(year).flatMap(({ type, date, rule, name }) => {
    if (type !== 'public') return [];
    const day = date.slice(0, 10);
    const translated = inEnglish.find((one) => one.rule === rule)?.name ?? name;
    const names = { sl: upperFirst(name), en: translated };
    return [
      { source: `holiday:${day}`, kind: 'holiday' as const, name: names, start_date: day, end_date: day },
    ];
  });
  ofYears.set(year, days);
  return days;
}

/** A known holiday or break by its name, whatever an organisation has chosen; undefined when there is none. */
export function knownClosure(source: string): Pick<Known, 'name' | 'start_date' | 'end_date'> | undefined {
  const [kind, what = ''] = source.split(':');
  const known = kind === 'holiday' ? holidaysOf(Number(what.slice(0, 4))) : schoolBreaks;
  return known.find((one) => one.source === source);
}

/** A closure for the client: its kind, and whether it differs from the known holiday or break. */
export function shownClosure(row: ClosureRow): ClosureDay {
  const { source } = row;
  if (source === null) return { ...row, kind: 'own', changed: false };
  const known = knownClosure(source);
  const changed =
    known === undefined ||
    known.start_date !== row.start_date ||
    known.end_date !== row.end_date ||
    languages.some((language) => (known.name[language] ?? '') !== (row.name[language] ?? ''));
  return { ...row, kind: source.startsWith('holiday:') ? 'holiday' : 'school_break', changed };
}

const breaks = schoolBreaks.map((one) => ({ ...one, kind: 'school_break' as const }));
const breaksOf = (choice: string) => breaks.filter(({ region }) => region === undefined || region === choice);

/** The holidays and breaks of a choice in the years around a span, whose dates an organisation may have changed. */
function chosen({ public_holidays, school_breaks }: Choice, from: string, to: string): Known[] {
  const [first, last] = [Number(from.slice(0, 4)) - 1, Number(to.slice(0, 4)) + 1];
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return [
    ...(public_holidays ? years.flatMap(holidaysOf) : []),
    ...(school_breaks === 'none' ? [] : breaksOf(school_breaks)),
  ];
}

/** A closure in force, with its row; null for an unchanged known one. */
type Counted<Row> = StoredClosure & { kind: ClosureDay['kind']; row: Row | null };

/**
 * All closures that touch a span, in order: the organisation's own, and the known ones of its choice as it has changed
 * them. What stands in for a known one that is no longer chosen counts for nothing.
 */
function counted<Row extends StoredClosure>(
  choice: Choice,
  rows: readonly Row[],
  from: string,
  to: string,
): Counted<Row>[] {
  const changed = new Map(rows.map((row) => [row.source, row]));
  const touches = ({ start_date, end_date }: Pick<Row, 'start_date' | 'end_date'>) =>
    start_date <= to && end_date >= from;
  const known = chosen(choice, from, to).flatMap((one): Counted<Row>[] => {
    const row = changed.get(one.source);
    if (!touches(row ?? one)) return [];
    return [row ? { ...row, kind: one.kind, row } : { ...one, active: true, row: null }];
  });
  const own = rows.flatMap((row) =>
    row.source === null && touches(row) ? [{ ...row, kind: 'own' as const, row }] : [],
  );
  return [...own, ...known].sort(
    (a, b) => a.start_date.localeCompare(b.start_date) || a.end_date.localeCompare(b.end_date),
  );
}

/** The closures that touch a span, also those that take nothing out, in order. */
export function closuresBetween(
  choice: Choice,
  rows: readonly ClosureRow[],
  from: string,
  to: string,
): ClosureDay[] {
  return counted(choice, rows, from, to).map(({ row, ...closure }) =>
    row ? shownClosure(row) : { ...closure, id: null, version: null, changed: false },
  );
}

/** Those that take sessions out; where several do, the organisation's own name is told, then a holiday's. */
export function closuresInForce(
  choice: Choice,
  rows: readonly StoredClosure[],
  from: string,
  to: string,
): Closure[] {
  const order: ClosureDay['kind'][] = ['own', 'holiday', 'school_break'];
  return counted(choice, rows, from, to)
    .filter(({ active }) => active)
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
