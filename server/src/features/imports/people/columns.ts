/** What the columns of a sheet of participants may hold, and what they probably do. */
import {
  type PersonColumn,
  type PersonField,
  type PersonMapping,
  type PersonQuestion,
  personFields,
} from '@vpisnik/contract/participant-imports';
import { exportWordsEn } from '@vpisnik/contract/rules/export-words-en';
import { exportWordsSl } from '@vpisnik/contract/rules/export-words-sl';
import type { FieldPurpose } from '@vpisnik/contract/rules/questions';
import { fold } from '@vpisnik/contract/rules/slug';
import { bestText, languages } from '@vpisnik/contract/rules/texts';
import type { CatalogueField, PeopleKnown } from './known.ts';

/**
 * Names of columns in both languages, without accents, case, punctuation and the words that `fillers` has; those of our
 * exports come in addition.
 */
const names: Record<PersonField, readonly string[]> = {
  group: [
    ...['skupina', 'ime skupine', 'naziv skupine', 'katera skupina', 'tecaj', 'razred', 'oznaka skupine'],
    ...['group', 'group name', 'group label', 'class', 'course'],
  ],
  name: [
    ...['ime in priimek', 'ime priimek', 'polno ime'],
    ...['name', 'full name', 'name and surname', 'first and last name', 'name surname'],
  ],
  surname_first: ['priimek in ime', 'priimek ime', 'surname and name', 'surname name', 'last and first name'],
  first_name: ['ime', 'first name', 'given name', 'forename'],
  last_name: ['priimek', 'last name', 'surname', 'family name'],
  email: [
    ...['e posta', 'eposta', 'e postni naslov', 'eposta naslov', 'elektronska posta', 'elektronski naslov'],
    ...['e naslov', 'mail', 'email', 'e mail', 'email address', 'e mail address'],
  ],
  phone: [
    ...[
      'telefon',
      'telefonska stevilka',
      'tel',
      'tel st',
      'gsm',
      'mobitel',
      'mobilni telefon',
      'kontaktni telefon',
    ],
    ...['phone', 'phone number', 'telephone', 'telephone number', 'mobile', 'mobile number', 'mobile phone'],
  ],
  status: ['stanje', 'status', 'stanje prijave', 'status prijave', 'application status', 'state'],
  application_date: [
    ...['casovni zig', 'datum prijave', 'cas prijave', 'dan prijave', 'prijavljen', 'datum vpisa'],
    ...['timestamp', 'application date', 'date of application', 'applied', 'applied on', 'submission date'],
    ...['registration date', 'submitted at'],
  ],
  language: ['jezik', 'language'],
  notes: [
    ...['opomba', 'opombe', 'sporocilo', 'komentar', 'pripomba', 'pripombe'],
    ...['note', 'notes', 'message', 'comment', 'comments'],
    // as our own screens and exports called it before
    ...['sporocilo ob prijavi', 'opomba ob prijavi', 'note with application', 'message with application'],
  ],
  staff_notes: [
    ...['interna opomba', 'interne opombe', 'opomba osebja', 'opombe osebja'],
    ...['interni zapisek', 'interni zapiski'],
    ...['staff note', 'staff notes', 'internal note', 'internal notes'],
  ],
};

/** The same of fields of the catalogue by what their answers mean. */
const purposes: Record<FieldPurpose, readonly string[]> = {
  date_of_birth: [
    ...['datum rojstva', 'rojstni datum', 'rojen', 'rojena', 'rojstvo', 'dan rojstva'],
    ...['date of birth', 'birth date', 'birthdate', 'birthday', 'born', 'dob'],
  ],
  guardian_name: [
    ...['stars', 'starsi', 'skrbnik', 'ime starsa', 'ime starsev', 'ime skrbnika', 'ime in priimek starsa'],
    ...['ime in priimek starsev', 'ime in priimek skrbnika', 'ime in priimek starsa ali skrbnika'],
    ...['ime in priimek starsa skrbnika', 'mama', 'oce', 'parent', 'guardian', 'parent name', 'parents name'],
    ...['guardian name', 'name of parent', 'parent or guardian', 'parent guardian'],
  ],
  guardian_phone: [
    ...['telefon starsa', 'telefon starsev', 'telefon skrbnika', 'telefonska stevilka starsa'],
    ...[
      'telefonska stevilka starsev',
      'telefonska stevilka skrbnika',
      'gsm starsa',
      'gsm starsev',
      'gsm skrbnika',
    ],
    ...['parent phone', 'parents phone', 'guardian phone', 'parent phone number', 'guardian phone number'],
  ],
  address: [
    ...['naslov', 'naslov bivalisca', 'naslov prebivalisca', 'naslov stalnega prebivalisca', 'ulica'],
    ...['ulica in hisna stevilka', 'address', 'home address', 'street address'],
  ],
};

/** Where a sheet has no mail of the participants, that of a parent is the one they are written to at. */
const guardianMails = names.email.flatMap((mail) => [
  ...['starsa', 'starsev', 'skrbnika', 'starsa ali skrbnika', 'starsa skrbnika'].map(
    (whose) => `${mail} ${whose}`,
  ),
  ...['parent', 'parents', 'guardian'].map((whose) => `${whose} ${mail}`),
]);

/** Words that say whose it is, which all columns of a sheet of participants are. */
const fillers = new Set(
  (
    'otroka otrok udelezenca udelezenke udelezenec udelezenka clana clanice plesalca plesalke prijavitelja vas vasa vase ' +
    'tvoj tvoja tvoje child childs participant participants student students s your the'
  ).split(' '),
);

/** A header as names are compared. */
const plain = (header: string) =>
  fold(header)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word, _at, { length }) => length === 1 || !fillers.has(word))
    .join(' ');

/** What our exports call a fact about participants. */
const exportedAs = (fact: PersonField | FieldPurpose): string[] =>
  [exportWordsSl, exportWordsEn].flatMap(({ columns }) => {
    const header = (columns as Partial<Record<string, string>>)[fact];
    return header === undefined ? [] : [plain(header)];
  });

/** Fields of the catalogue and groups' own questions, those of one name and type as one. */
export function questionsOf({ fields, questions }: PeopleKnown): PersonQuestion[] {
  const asked = new Set(questions.map(({ form_field_id }) => form_field_id));
  const catalogue = fields
    .filter(({ id, active }) => active || asked.has(id))
    .map(({ id, name, type }) => ({ column: `answer:${id}`, name, type, group_count: null }));
  const own = new Map<string, PersonQuestion & { group_count: number }>();
  for (const { id, form_field_id, name, type } of questions) {
    if (form_field_id !== null) continue;
    const known = own.get(ownKey({ name, type }));
    if (known) known.group_count += 1;
    else own.set(ownKey({ name, type }), { column: `answer:${id}`, name, type, group_count: 1 });
  }
  return [...catalogue, ...own.values()];
}

/** What groups' own questions have in common that are the same to the reader of a sheet. */
export const ownKey = ({ name, type }: Pick<PersonQuestion, 'name' | 'type'>): string =>
  `${type} ${fold(name.sl ?? name.en ?? '')}`;

/** What each column probably holds, by its header. */
export function guessColumns(header: readonly string[], known: PeopleKnown): PersonMapping {
  const guessed: PersonMapping = {};
  const taken = new Set<number>();
  const columns = header.map(plain);
  const find = (column: PersonColumn, called: readonly string[]) => {
    if (guessed[column] !== undefined) return;
    const at = columns.findIndex((one, index) => one !== '' && !taken.has(index) && called.includes(one));
    if (at < 0) return;
    guessed[column] = at;
    taken.add(at);
  };
  for (const field of personFields) find(field, [...names[field], ...exportedAs(field)]);
  // a first name without a surname is all there is
  if (guessed.first_name !== undefined && guessed.last_name === undefined && guessed.name === undefined) {
    guessed.name = guessed.first_name;
    delete guessed.first_name;
  }
  for (const { column, name } of questionsOf(known))
    find(
      column as PersonColumn,
      [name.sl, name.en].map((one) => plain(one ?? '')),
    );
  for (const { column, called } of exportedQuestions(known)) find(column, called);
  const fields = known.fields.filter(({ active }) => active);
  for (const field of fields) find(`answer:${field.id}`, formerNames(field, known));
  for (const { id, purpose } of fields) {
    const fact = purpose as FieldPurpose | null;
    if (fact !== null) find(`answer:${id}`, [...(purposes[fact] ?? []), ...exportedAs(fact)]);
  }
  // last, since a question may ask for it
  find('email', guardianMails);
  return guessed;
}

/** What our exports call groups' own questions where they are of several groups: by the question and its group. */
function exportedQuestions({ groups, questions }: PeopleKnown): { column: PersonColumn; called: string[] }[] {
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const columns = new Map<string, PersonColumn>();
  return questions.flatMap((question) => {
    const group = groupNames.get(question.group_id);
    if (question.form_field_id !== null || !group) return [];
    const key = ownKey(question);
    const column = columns.get(key) ?? (`answer:${question.id}` as const);
    columns.set(key, column);
    const called = languages.map((one) =>
      plain(`${bestText(question.name, one).text} ${bestText(group, one).text}`),
    );
    return [{ column, called }];
  });
}

/** What a field is and was called: its label, and its names in answers. */
const formerNames = ({ id, label }: CatalogueField, { formerly }: PeopleKnown) =>
  [label, ...formerly.filter((one) => one.id === id).map(({ name }) => name)].map((one) => plain(one ?? ''));
