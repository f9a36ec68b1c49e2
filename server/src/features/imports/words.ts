/** Names of columns: in our templates, and in users' files. */
import type { ImportField, ImportKind } from '@vpisnik/contract/imports';
import { fold } from '@vpisnik/contract/rules/slug';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import { languageOf } from './values.ts';

/** Names of fields that hold a text per language, without the language. */
type Noun = ImportField extends infer F ? (F extends `${infer N}_sl` | `${infer N}_en` ? N : F) : never;

/** Names by language, the first one as in the templates. Compared without accents, case and punctuation. */
const names: Record<Noun, Record<Language, readonly string[]>> = {
  name: { sl: ['ime', 'naziv'], en: ['name', 'title'] },
  label: { sl: ['oznaka', 'sifra', 'koda'], en: ['label', 'code', 'slug', 'id'] },
  languages: { sl: ['jeziki', 'jezik'], en: ['languages', 'language'] },
  category: { sl: ['kategorija', 'program'], en: ['category', 'programme', 'program'] },
  location: {
    sl: ['lokacija', 'kraj', 'dvorana', 'prostor', 'telovadnica'],
    en: ['location', 'place', 'venue', 'room'],
  },
  leaders: {
    sl: ['vodje', 'vodja', 'vodja skupine', 'vodje skupine', 'trener', 'trenerka', 'ucitelj', 'mentor'],
    en: ['leaders', 'leader', 'group leader', 'teacher', 'coach', 'trainer', 'instructor'],
  },
  schedule: { sl: ['urnik', 'termini', 'termin', 'kdaj'], en: ['schedule', 'times', 'time', 'when'] },
  start_date: {
    sl: ['zacetek', 'datum zacetka', 'od', 'od dne', 'prvi dan'],
    en: ['start date', 'start', 'from', 'starts', 'begins'],
  },
  end_date: {
    sl: ['konec', 'datum konca', 'do', 'do dne', 'zadnji dan'],
    en: ['end date', 'end', 'until', 'to', 'ends'],
  },
  apply_from: {
    sl: ['prijave od', 'zacetek prijav', 'odprtje prijav'],
    en: ['applications from', 'apply from', 'applications open', 'registration opens', 'registration from'],
  },
  apply_until: {
    sl: ['prijave do', 'konec prijav', 'rok prijave', 'rok prijav', 'rok za prijavo', 'zaprtje prijav'],
    en: [
      'applications until',
      'apply until',
      'applications close',
      'application deadline',
      'deadline',
      'registration closes',
      'registration until',
    ],
  },
  capacity: {
    sl: ['stevilo mest', 'mesta', 'mest', 'kapaciteta', 'najvec udelezencev'],
    en: ['capacity', 'places', 'spots', 'size', 'max participants'],
  },
  when_full: {
    sl: ['ko so mesta zasedena', 'ko je polno', 'cakalna vrsta', 'cakalni seznam'],
    en: ['when all places are taken', 'when full', 'waiting list', 'waitlist'],
  },
  age_from: { sl: ['starost od', 'najnizja starost', 'od let'], en: ['age from', 'minimum age', 'min age'] },
  age_to: { sl: ['starost do', 'najvisja starost', 'do let'], en: ['age to', 'maximum age', 'max age'] },
  price: { sl: ['cena', 'vadnina', 'prispevek'], en: ['price', 'fee', 'cost'] },
  description: { sl: ['opis'], en: ['description', 'about', 'text'] },
  fields: {
    sl: ['polja obrazca', 'polja', 'prijavni obrazec', 'obrazec', 'vprasanja'],
    en: ['form fields', 'fields', 'application form', 'form', 'questions'],
  },
  background_color: {
    sl: ['barva', 'barva ozadja'],
    en: ['colour', 'color', 'background colour', 'background color'],
  },
  address: { sl: ['naslov', 'ulica'], en: ['address', 'street'] },
  comment: {
    sl: ['interni komentar', 'interna opomba', 'komentar', 'opomba', 'opombe'],
    en: ['comment', 'notes', 'note', 'remark'],
  },
  max_participants: {
    sl: ['najvec udelezencev', 'stevilo mest', 'mesta', 'kapaciteta'],
    en: ['max participants', 'capacity', 'places', 'size'],
  },
  google_maps_link: {
    sl: ['zemljevid', 'povezava do zemljevida', 'povezava'],
    en: ['map', 'map link', 'google maps', 'google maps link', 'link'],
  },
};

/** What a kind itself is called is the name of its rows. */
const itself: Record<ImportKind, readonly string[]> = {
  groups: ['skupina', 'ime skupine', 'group', 'group name'],
  categories: ['kategorija', 'program', 'category'],
  locations: ['lokacija', 'dvorana', 'prostor', 'location', 'venue', 'place'],
};

/** Column headers as our templates write them. */
export const headers: Record<Language, Partial<Record<Noun, string>>> = {
  sl: {
    label: 'Oznaka',
    name: 'Ime',
    languages: 'Jeziki',
    category: 'Kategorija',
    location: 'Lokacija',
    leaders: 'Vodje',
    schedule: 'Urnik',
    start_date: 'Začetek',
    end_date: 'Konec',
    apply_from: 'Prijave od',
    apply_until: 'Prijave do',
    capacity: 'Število mest',
    when_full: 'Ko so mesta zasedena',
    age_from: 'Starost od',
    age_to: 'Starost do',
    price: 'Cena',
    description: 'Opis',
    fields: 'Polja obrazca',
    background_color: 'Barva',
    address: 'Naslov',
    comment: 'Interni komentar',
    max_participants: 'Največ udeležencev',
    google_maps_link: 'Zemljevid',
  },
  en: {
    label: 'Label',
    name: 'Name',
    languages: 'Languages',
    category: 'Category',
    location: 'Location',
    leaders: 'Leaders',
    schedule: 'Schedule',
    start_date: 'Start date',
    end_date: 'End date',
    apply_from: 'Applications from',
    apply_until: 'Applications until',
    capacity: 'Capacity',
    when_full: 'When all places are taken',
    age_from: 'Age from',
    age_to: 'Age to',
    price: 'Price',
    description: 'Description',
    fields: 'Form fields',
    background_color: 'Colour',
    address: 'Address',
    comment: 'Comment',
    max_participants: 'Max participants',
    google_maps_link: 'Map',
  },
};

/** Languages as each other's readers call them. */
export const spoken: Record<Language, Record<Language, string>> = {
  sl: { sl: 'slovensko', en: 'angleško' },
  en: { sl: 'Slovenian', en: 'English' },
};

/** The noun of a field and the language it is for, if there is one per language. */
function partsOf(field: ImportField): { noun: Noun; language: Language | undefined } {
  const [, noun, language] = /^(.+)_(sl|en)$/.exec(field) ?? [];
  return { noun: (noun ?? field) as Noun, language: language as Language | undefined };
}

/** The header of a field's column in a template. */
export function headerOf(field: ImportField, language: Language): string {
  const { noun, language: of } = partsOf(field);
  const header = headers[language][noun] ?? noun;
  return of ? `${header} (${spoken[language][of]})` : header;
}

/**
 * The columns that fields are probably in, by what the columns are called. A text without a language is taken for one in
 * the organisation's own.
 */
export function guessMapping(
  kind: ImportKind,
  fields: readonly ImportField[],
  columns: readonly string[],
  own: Language,
): Partial<Record<ImportField, number>> {
  const read = columns.map((column) => {
    const words = fold(column)
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .split(' ');
    const language = words.map(languageOf).find(Boolean);
    return { language, name: words.filter((word) => !languageOf(word)).join(' ') };
  });
  const guessed: Partial<Record<ImportField, number>> = {};
  const taken = new Set<number>();
  const find = (field: ImportField, fits: (at: number) => boolean) => {
    if (guessed[field] !== undefined) return;
    const at = read.findIndex((_, index) => !taken.has(index) && fits(index));
    if (at < 0) return;
    guessed[field] = at;
    taken.add(at);
  };
  const called = (noun: Noun, at: number, isName: boolean) =>
    languages.some((one) => names[noun][one].includes(read[at]?.name ?? '')) ||
    (isName && itself[kind].includes(read[at]?.name ?? ''));
  // what says its language first, then what can only be in the organisation's own
  for (const field of fields) {
    const { noun, language } = partsOf(field);
    find(field, (at) => read[at]?.language === language && called(noun, at, noun === 'name'));
  }
  for (const field of fields) {
    const { noun, language } = partsOf(field);
    if (language === own)
      find(field, (at) => read[at]?.language === undefined && called(noun, at, noun === 'name'));
  }
  return guessed;
}
