import type { Answer } from '@vpisnik/contract/participants';
import { personFacts } from '@vpisnik/contract/rules/application-form';
import type { ComparedField } from '@vpisnik/contract/same-person';
import type { participants } from '../../db/schema.ts';

/** An application as it is stored. */
export type Application = typeof participants.$inferSelect;

/** When the group's form began to ask its questions, by question and by field of the catalogue. */
export type AskedSince = ReadonlyMap<string, string>;

const columns = ['name', 'email', ...personFacts, 'language', 'status', 'notes'] as const;
type Column = (typeof columns)[number];
const isColumn = (key: string): key is Column => columns.some((column) => column === key);

/** Two applications field by field, as a merge of the other one into the kept one takes them. */
export function compare(kept: Application, other: Application, asked: AskedSince): ComparedField[] {
  const said = columns.flatMap((key) => {
    const [its, theirs] = [kept[key] ?? '', other[key] ?? ''];
    if (its === '' && theirs === '') return [];
    const isSame = its === theirs || (key === 'phone' && digitsOf(its) === digitsOf(theirs));
    const settled = isSame ? 'same' : its === '' || theirs === '' ? 'only' : 'choice';
    return [{ key, label: null, type: null, kept: its, other: theirs, settled } as const];
  });
  const pairs = pairsOf(kept.answers as Answer[], other.answers as Answer[]);
  return [...said, ...pairs.map((pair) => comparedAnswer(pair, kept, other, asked))];
}

/** The digits of a telephone without those of our own country, as `app.phone_digits` reads them. */
const digitsOf = (phone: string) =>
  phone
    .replace(/^\s*\+/, '00')
    .replace(/\D/g, '')
    .replace(/^003860?/, '0');

/** The answers to one question; one of them at least is there. */
type Pair = { its: Answer | undefined; theirs: Answer | undefined };

function comparedAnswer(
  { its, theirs }: Pair,
  kept: Application,
  other: Application,
  asked: AskedSince,
): ComparedField {
  const one = (its ?? theirs) as Answer;
  const isTick = one.type === 'checkbox';
  // a box that was not ticked leaves no answer in an application
  const refused =
    isTick &&
    ((!its && wasAsked(kept, one, asked)) ||
      (!theirs && wasAsked(other, one, asked)) ||
      its?.value === false ||
      theirs?.value === false);
  const isSame = JSON.stringify(its?.value) === JSON.stringify(theirs?.value);
  const settled = isSame ? 'same' : refused ? 'stricter' : its && theirs ? 'choice' : 'only';
  return {
    key: keyOf(one),
    label: one.name,
    type: one.type,
    kept: its?.text ?? '',
    other: theirs?.text ?? '',
    settled,
  };
}

const keyOf = (answer: Answer) => `answer:${answer.field_id}`;

const fieldOf = (answer: Answer) => (answer as { form_field_id?: string | null }).form_field_id ?? null;

/** Answers to the same question, or to the same field of the catalogue in another group's form. */
function pairsOf(kept: readonly Answer[], other: readonly Answer[]): Pair[] {
  const rest = [...other];
  const pairs = kept.map((its) => {
    const isMate = (one: Answer) =>
      one.field_id === its.field_id || (fieldOf(its) !== null && fieldOf(one) === fieldOf(its));
    const at = rest.findIndex(isMate);
    return { its, theirs: at < 0 ? undefined : rest.splice(at, 1)[0] };
  });
  return [...pairs, ...rest.map((theirs) => ({ its: undefined, theirs }))];
}

/** Whether the form that someone applied with asked a question; staff are not asked anything. */
function wasAsked(application: Application, answer: Answer, asked: AskedSince): boolean {
  const since = asked.get(answer.field_id) ?? asked.get(fieldOf(answer) ?? '');
  return (
    application.privacy_version !== null &&
    since !== undefined &&
    !isBefore(application.application_date, since)
  );
}

const isBefore = (one: string, other: string) => Temporal.Instant.compare(one, other) < 0;

/** What the kept application is after the merge, as far as it is another. */
export function mergedOf(
  kept: Application,
  other: Application,
  asked: AskedSince,
  take: readonly string[],
): Partial<Application> {
  const fields = compare(kept, other, asked);
  const takes = ({ key, settled, kept: its }: ComparedField) =>
    settled === 'only' ? its === '' : settled === 'choice' && take.includes(key);
  const changed = Object.fromEntries(
    fields.flatMap((field) => (isColumn(field.key) && takes(field) ? [[field.key, other[field.key]]] : [])),
  );
  const pairs = pairsOf(kept.answers as Answer[], other.answers as Answer[]);
  const answers = pairs.flatMap(({ its, theirs }) => {
    const field = fields.find(({ key }) => key === keyOf((its ?? theirs) as Answer));
    if (field?.settled === 'stricter') return [its, theirs].find((one) => one?.value === false) ?? [];
    const taken = field && takes(field) ? theirs : its;
    return taken ? { ...taken, field_id: its?.field_id ?? taken.field_id } : [];
  });
  return {
    ...changed,
    ...(JSON.stringify(answers) !== JSON.stringify(kept.answers) && { answers }),
    ...(kept.privacy_version === null && other.privacy_version !== null && pick(other, 'privacy_version')),
    ...(isBefore(other.application_date, kept.application_date) && pick(other, 'application_date')),
  };
}

const pick = <Key extends keyof Application>(of: Application, key: Key) =>
  ({ [key]: of[key] }) as Pick<Application, Key>;
