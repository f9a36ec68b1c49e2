/**
 * School breaks as the ministry of education sets them each year in "Podrobnejša navodila o šolskem koledarju za osnovne
 * šole" (gov.si, Šolski koledar), from Monday to Friday where only school days are free. The summer is left out: groups
 * that stop for it end before.
 *
 * 2025/26 was compared with the calendars that schools and the press published. Of 2026/27 everything but the winter week
 * of the east was compared with other calendars that name the ministry as their source; that week precedes the one of the
 * west, as the turns of the two have it. Later years are not set yet: they take nothing out, settings say so, and
 * organisations can add their days themselves.
 */
import type { Texts } from '@vpisnik/contract/rules/texts';

export type SchoolBreak = {
  source: string;
  name: Texts;
  start_date: string;
  end_date: string;
  /** Of which part of Slovenia; absent: of the whole. */
  region?: 'east' | 'west';
};

const names = {
  autumn: { sl: 'Jesenske počitnice', en: 'Autumn break' },
  'new-year': { sl: 'Novoletne počitnice', en: 'New Year break' },
  winter: { sl: 'Zimske počitnice', en: 'Winter break' },
  'free-day': { sl: 'Pouka prost dan', en: 'Day without lessons' },
  'may-day': { sl: 'Prvomajske počitnice', en: 'May Day break' },
} satisfies Record<string, Texts>;

type Days = [start_date: string, end_date: string];
type Year = Record<'autumn' | 'new-year' | 'may-day', Days> & {
  winter: Record<'east' | 'west', Days>;
  'free-day'?: Days;
};

/**
 * East: jugovzhodna Slovenija without Ribnica, Sodražica, Loški Potok, Kočevje, Osilnica and Kostel, koroška, podravska,
 * pomurska, savinjska, posavska. West: the others. The two take turns in who has the earlier week of the winter.
 */
const years: Record<string, Year> = {
  '2025-26': {
    autumn: ['2025-10-27', '2025-10-31'],
    'new-year': ['2025-12-25', '2026-01-02'],
    winter: { west: ['2026-02-16', '2026-02-20'], east: ['2026-02-23', '2026-02-27'] },
    'may-day': ['2026-04-27', '2026-05-01'],
  },
  '2026-27': {
    autumn: ['2026-10-26', '2026-10-30'],
    'new-year': ['2026-12-25', '2027-01-02'],
    winter: { east: ['2027-02-15', '2027-02-19'], west: ['2027-02-22', '2027-02-26'] },
    'free-day': ['2027-04-26', '2027-04-26'],
    'may-day': ['2027-04-27', '2027-05-02'],
  },
};

/** All known breaks, in order within their year. The regions' winter breaks are separate, so that a change affects only one. */
export const schoolBreaks: SchoolBreak[] = Object.entries(years).flatMap(([year, days]) => {
  const one = (which: keyof typeof names, [start_date, end_date]: Days, region?: 'east' | 'west') => ({
    source: `break:${year}:${region ? `${which}-${region}` : which}`,
    name: names[which],
    start_date,
    end_date,
    ...(region && { region }),
  });
  return [
    one('autumn', days.autumn),
    one('new-year', days['new-year']),
    one('winter', days.winter.east, 'east'),
    one('winter', days.winter.west, 'west'),
    ...(days['free-day'] ? [one('free-day', days['free-day'])] : []),
    one('may-day', days['may-day']),
  ];
});

/** The last day of the last school year whose breaks are known. */
export const breaksKnownUntil: string =
  Object.keys(years)
    .map((year) => `${Number(year.slice(0, 4)) + 1}-08-31`)
    .sort()
    .at(-1) ?? '';
