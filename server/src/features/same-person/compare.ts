import type { Answer } from '@vpisnik/contract/participants';
import { personFacts } from '@vpisnik/contract/rules/application-form';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { ComparedField } from '@vpisnik/contract/same-person';
import type { participants } from '../../db/schema.ts';
import { checkAnswers } from '../participants/answers.ts';
import { type Answerable, isLeftEmpty, wasAsked } from '../participants/questions.ts';

/** An application as it is stored. */
export type Application = typeof participants.$inferSelect;

/** An application, and whether it was moved to its group, whose form it has not seen then. */
export type Compared = Application & { moved: boolean };

/** The questions of the group's form, and since when it asks each. */
export type Asked = readonly (Answerable & { since: string })[];

const columns = ['name', 'email', ...personFacts, 'language', 'status', 'notes'] as const;
type Column = (typeof columns)[number];
const isColumn = (key: string): key is Column => columns.some((column) => column === key);

/** Two applications field by field, as a merge of the other one into the kept one takes them. */
export function compare(kept: Compared, other: Compared, asked: Asked): ComparedField[] {
  const said = columns.flatMap((key) => {
    const [its, theirs] = [kept[key] ?? '', other[key] ?? ''];
    if (its === '' && theirs === '') return [];
    const isSame = its === theirs || (key === 'phone' && digitsOf(its) === digitsOf(theirs));
    const settled = isSame ? 'same' : its === '' || theirs === '' ? 'only' : 'choice';
    return [{ key, label: null, type: null, kept: its, other: theirs, settled } as const];
  });
  return [...said, ...pairsOf(saidIn(kept, asked), saidIn(other, asked)).map(comparedAnswer)];
}

/** The digits of a telephone without those of our own country, as `app.phone_digits` reads them. */
const digitsOf = (phone: string) =>
  phone
    .replace(/^\s*\+/, '00')
    .replace(/\D/g, '')
    .replace(/^003860?/, '0');

/** The answers to one question; one of them at least is there. */
type Pair = { its: Answer | undefined; theirs: Answer | undefined };

const refusalsOf = ({ its, theirs }: Pair) => [its, theirs].filter((one) => one?.value === false);

function comparedAnswer(pair: Pair): ComparedField {
  const { its, theirs } = pair;
  const one = (its ?? theirs) as Answer;
  const isSame = JSON.stringify(its?.value) === JSON.stringify(theirs?.value);
  const isRefused = refusalsOf(pair).length > 0;
  const settled = isSame ? 'same' : isRefused ? 'stricter' : its && theirs ? 'choice' : 'only';
  return {
    key: keyOf(one),
    label: one.name,
    type: one.type,
    kept: its?.text ?? '',
    other: theirs?.text ?? '',
    settled,
    ...((its?.sensitive || theirs?.sensitive) && { sensitive: true }),
  };
}

const keyOf = (answer: Answer) => `answer:${answer.field_id}`;

const fieldOf = ({ form_field_id = null }: Answer) => form_field_id;

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

/** An application's answers, with a no for each box that its form asked to tick: one left empty is not stored. */
function saidIn(application: Compared, asked: Asked): Answer[] {
  const answers = application.answers as Answer[];
  const empty = asked.filter((question) => isLeftEmpty(question, { ...application, answers }));
  const refused = Object.fromEntries(empty.map(({ id }) => [id, false]));
  const language = application.language as Language;
  return [...answers, ...checkAnswers(empty, refused, language, { required: false }).answers];
}

const isBefore = (one: string, other: string) => Temporal.Instant.compare(one, other) < 0;

/** What the kept application is after the merge, as far as it is another. */
export function mergedOf(
  kept: Compared,
  other: Compared,
  asked: Asked,
  take: readonly string[],
): Partial<Application> {
  const fields = compare(kept, other, asked);
  const takes = ({ key, settled, kept: its }: ComparedField) =>
    settled === 'only' ? its === '' : settled === 'choice' && take.includes(key);
  const changed = Object.fromEntries(
    fields.flatMap((field) => (isColumn(field.key) && takes(field) ? [[field.key, other[field.key]]] : [])),
  );
  const applied = {
    ...(kept.privacy_version === null && other.privacy_version !== null && pick(other, 'privacy_version')),
    ...(isBefore(other.application_date, kept.application_date) && pick(other, 'application_date')),
  };
  const stored = [...(kept.answers as Answer[]), ...(other.answers as Answer[])];
  const answers = pairsOf(saidIn(kept, asked), saidIn(other, asked)).flatMap((pair) => {
    const { its, theirs } = pair;
    const field_id = (its ?? theirs)?.field_id ?? '';
    const [refusal] = refusalsOf(pair).sort((a, b) => Number(isIn(stored, b)) - Number(isIn(stored, a)));
    if (refusal) {
      const since = asked.find(({ id }) => id === refusal.field_id)?.since;
      // an empty box says no while the date tells that it was asked; the other one's move comes over with its history
      const of = { ...kept, ...applied, moved: kept.moved || other.moved };
      const isTold = !isIn(stored, refusal) && since !== undefined && wasAsked(of, since);
      return isTold ? [] : { ...refusal, field_id };
    }
    const field = fields.find(({ key }) => key === `answer:${field_id}`);
    const taken = field && takes(field) ? theirs : its;
    return taken ? { ...taken, field_id } : [];
  });
  return {
    ...changed,
    ...(JSON.stringify(answers) !== JSON.stringify(kept.answers) && { answers }),
    ...applied,
  };
}

const isIn = (answers: readonly Answer[], one: Answer | undefined) =>
  one !== undefined && answers.includes(one);

const pick = <Key extends keyof Application>(of: Application, key: Key) =>
  ({ [key]: of[key] }) as Pick<Application, Key>;
