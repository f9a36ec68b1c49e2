import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import type { Answer } from '@vpisnik/contract/participants';
import { visitors } from '@vpisnik/contract/public';
import type { EditField } from '@vpisnik/contract/rules/applicant-page';
import {
  answerName,
  asksOwnPhone,
  isSingleTick,
  readApplicationForm,
} from '@vpisnik/contract/rules/application-form';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import { and, sql } from 'drizzle-orm';
import { participants } from '../../db/schema.ts';
import type { ApplicantScope } from '../../db/scope.ts';
import {
  answerOf,
  type contactPurposes,
  editFieldOf,
  isContact,
  mayAnswer,
  mayChangeNotes,
  seenValues,
  type Term,
} from '../applicant-data/rules.ts';
import { digestOf, openSeen, type Seen, type Value } from '../applicant-data/seen.ts';
import { chooseNews } from '../mail-choices/queries.ts';
import { checkAnswers, type GivenAnswers, isEmpty } from '../participants/answers.ts';
import { withContact } from '../participants/contact.ts';
import { type Question, selectQuestions } from '../participants/questions.ts';
import type { ActAnswer, ApplicantForm } from './act.ts';
import { begin, mayCorrect } from './address.ts';
import { lockStanding, type OwnApplication, ofAddress, update } from './own.ts';

/** What a control says by now, where that is something else than is stored. */
type Changes = { phone?: string | null; notes?: string; answers: Record<string, Answer['value'] | null> };

/**
 * Saves what an applicant has corrected: of this application its answers, of all applications of the address the contact and
 * the language, and what they want of news. A new address is only asked to confirm itself. All is saved, or nothing.
 */
export async function save(scope: ApplicantScope, id: string, form: ApplicantForm): Promise<ActAnswer> {
  const standing = await lockStanding(scope, id);
  if (!standing || !mayCorrect(standing.row)) return 'over';
  const { own, row, languages: offered, state, questions, term } = standing;
  const open = questions.filter((question) => mayAnswer(question, state, term));
  const fields = open.map((question) => editFieldOf(question, row.answers));
  const seen = openSeen(form.seals, row.reference, form.get('seen'));
  const refused = (problems: FieldError[], failure: 'edit_conflict' | 'invalid_request' | null = null) =>
    ({ view: 'edit', problems, failure }) as const;
  if (!seen) return refused([], 'invalid_request');

  const read = typed(form, row, { open, fields, questions, term });
  if (read.problems.length > 0) return refused(read.problems);
  const { changes, conflicts, isRetyped } = compare(row, { fields, read, seen });
  if (conflicts.length > 0) return refused(conflicts, 'edit_conflict');
  if (read.email !== scope.address) {
    const code = await begin(scope, row, read.email);
    if (code) return refused([{ path: 'email', code }]);
  }
  const language = offered.find((one) => one === form.get('mail_language'));
  const saved = [
    isRetyped,
    await saveOwn(scope, row, { changes, open }),
    await saveContact(scope, own, { row, changes, open, questions }),
    language !== undefined && (await saveLanguage(scope, own, language)),
    await saveNews(scope, form.get('news')),
  ];
  if (read.email !== scope.address) return 'code_sent';
  return saved.some(Boolean) ? 'saved' : 'unchanged';
}

/** What the public form takes of a contact and of answers. */
const correction = visitors.apply.body.omit({
  ...{ name: true, privacy_version: true, accept_waitlist: true, website: true, filled_ms: true },
});

type Asked = { open: Question[]; fields: EditField[]; questions: readonly Question[]; term: Term };
type Read = ReturnType<typeof typed>;

/** What the form says, and its problems by the rules of the public form. */
function typed(
  { entries, get }: ApplicantForm,
  row: OwnApplication,
  { open, fields, questions, term }: Asked,
) {
  const language = (languages.find((one) => one === get('language')) ?? row.language) as Language;
  const read = readApplicationForm(entries, fields, language);
  const { name: _, website: __, ...sent } = read.filled;
  const parsed = correction.safeParse({ ...sent, language });
  const filled = parsed.success ? parsed.data : sent;
  const problems = [...read.problems, ...(parsed.success ? [] : fieldErrorsOf(parsed.error))];
  const ownPhone = asksOwnPhone(questions as Parameters<typeof asksOwnPhone>[0]);
  const isAsked = { name: false, email: true, phone: ownPhone, notes: mayChangeNotes(term) };
  const given = Object.fromEntries(
    fields.flatMap((field) => {
      const value = givenAnswer(field, filled.answers?.[field.id], { row, open, get });
      return value === undefined ? [] : [[field.id, value]];
    }),
  );
  const told: GivenAnswers = Object.fromEntries(
    Object.entries(given).flatMap(([id, value]) => (value === null ? [] : [[id, value]])),
  );
  const checked = checkAnswers(open, told, language, { required: false });
  const isMissed = ({ path, code }: FieldError) => {
    const field = fields.find((one) => answerName(one) === path);
    if (code !== 'required' || !field) return false;
    // what was never answered keeps nobody from correcting something else
    return field.kept || answerOf(row.answers, field) === null;
  };
  const isOfForm = ({ path }: FieldError) => isAsked[path as keyof typeof isAsked] ?? true;
  const found = [...problems, ...untick(fields, open, given), ...checked.problems].filter(
    (problem) => isOfForm(problem) && !isMissed(problem),
  );
  return {
    email: filled.email.toLowerCase(),
    phone: isAsked.phone ? (filled.phone ?? null) : undefined,
    notes: isAsked.notes ? (filled.notes ?? '') : undefined,
    given,
    answers: checked.answers,
    problems: found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at),
  };
}

/** The answer that a control gives by what was `said` in it: null for none, undefined where it leaves the stored one. */
function givenAnswer(
  field: EditField,
  said: Answer['value'] | undefined,
  { row, open, get }: Pick<Asked, 'open'> & { row: OwnApplication } & Pick<ApplicantForm, 'get'>,
): Answer['value'] | null | undefined {
  const question = open.find(({ id }) => id === field.id);
  const isTick =
    question !== undefined && isSingleTick({ ...field, widget: question.widget, type: question.type });
  if (field.kept) {
    if (said !== undefined) return isTick ? said === 'true' : said;
    // an empty control leaves an answer that is not shown
    return !field.required && get(`clear.${field.id}`) !== '' ? null : undefined;
  }
  if (!isTick || said === true) return said ?? null;
  return answerOf(row.answers, field) === null ? null : false;
}

/** Ticks that the form requires, and that were taken out. */
function untick(
  fields: readonly EditField[],
  open: readonly Question[],
  given: Record<string, Answer['value'] | null>,
): FieldError[] {
  return fields
    .filter(
      ({ id, required }) =>
        required && given[id] === false && open.some((one) => one.id === id && one.type === 'checkbox'),
    )
    .map((field) => ({ path: answerName(field), code: 'required' }));
}

/**
 * Differences from the stored row, and where staff have changed it since the form was shown. `isRetyped`: an answer that is not
 * shown was typed as it is stored, which must be answered like a change, or who holds the link could find it out by guessing.
 */
function compare(
  row: OwnApplication,
  { fields, read, seen }: { fields: EditField[]; read: Read; seen: Seen },
) {
  const changes: Changes = { answers: {} };
  const conflicts: FieldError[] = [];
  let isRetyped = false;
  const stored = seenValues(row, fields);
  const take = (name: string, said: Value, change: () => void, isShown = true) => {
    const now = stored[name] ?? null;
    const same = digestOf(said) === digestOf(now);
    if (same && !isShown) isRetyped = true;
    // only shown, and changed by staff meanwhile: theirs stays
    if (same || (isShown && digestOf(said) === seen[name])) return;
    if (seen[name] !== digestOf(now)) conflicts.push({ path: name, code: 'changed_meanwhile' });
    else change();
  };
  const { phone, notes } = read;
  if (phone !== undefined)
    take('phone', phone ?? '', () => {
      changes.phone = phone;
    });
  if (notes !== undefined)
    take('notes', notes, () => {
      changes.notes = notes;
    });
  for (const [id, value] of Object.entries(read.given))
    take(
      answerName({ id }),
      value,
      () => {
        changes.answers[id] = value;
      },
      !fields.some((field) => field.id === id && field.kept),
    );
  return { changes, conflicts, isRetyped };
}

type Saving = { changes: Changes; open: readonly Question[] };

/** Saves answers and notes, and a telephone of one's own; answers whether there was anything. */
async function saveOwn(
  scope: ApplicantScope,
  row: OwnApplication,
  { changes, open }: Saving,
): Promise<boolean> {
  const { phone, notes, answers: given } = changes;
  const answers = Object.keys(given).length === 0 ? undefined : withAnswers(row, open, given);
  if (phone === undefined && notes === undefined && !answers) return false;
  await update(scope, row.id, {
    ...(phone !== undefined && { phone }),
    ...(notes !== undefined && { notes }),
    ...(answers && { answers }),
  });
  row.answers = answers ?? row.answers;
  return true;
}

/** The answers with those that were given anew, each in its place, the others as they were asked. */
function withAnswers(row: OwnApplication, open: readonly Question[], given: Changes['answers']): Answer[] {
  const told: GivenAnswers = Object.fromEntries(
    Object.entries(given).flatMap(([id, value]) => (value === null || isEmpty(value) ? [] : [[id, value]])),
  );
  const { answers } = checkAnswers(open, told, row.language as Language, { required: false });
  const kept = row.answers.flatMap((answer) => {
    if (!Object.hasOwn(given, answer.field_id)) return [answer];
    // the question stands as it was asked
    return answers
      .filter(({ field_id }) => field_id === answer.field_id)
      .map((given) => (given.type === answer.type ? { ...given, name: answer.name } : given));
  });
  const added = answers.filter(({ field_id }) => !kept.some((answer) => answer.field_id === field_id));
  return [...kept, ...added];
}

type Contact = Saving & { row: OwnApplication; questions: readonly Question[] };

/** Gives the other living applications of the address the guardian's name and telephone, where their forms ask for these. */
async function saveContact(
  scope: ApplicantScope,
  own: readonly OwnApplication[],
  { row, changes, open }: Contact,
): Promise<boolean> {
  const said = (purpose: (typeof contactPurposes)[number]): string | undefined => {
    const question = open.find((one) => one.purpose === purpose && isContact(one));
    const value = question && changes.answers[question.id];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const name = said('guardian_name');
  const phone = said('guardian_phone') ?? (changes.phone || undefined);
  if (name === undefined && phone === undefined) return false;
  const others = own.filter((one) => one.id !== row.id && mayCorrect(one));
  for (const other of others) {
    const questions = await selectQuestions(scope, other.group_id);
    const language = other.language as Language;
    const named = withContact(other.answers, questions, language, {
      ...{ purpose: 'guardian_name', path: 'name', text: name },
    });
    const phoned = withContact(named ?? other.answers, questions, language, {
      ...{ purpose: 'guardian_phone', path: 'phone', text: phone },
    });
    const answers = phoned ?? named;
    const ownPhone = phone !== undefined && !phoned && phone !== other.phone;
    if (!answers && !ownPhone) continue;
    await update(scope, other.id, { ...(answers && { answers }), ...(ownPhone && { phone }) });
  }
  return others.length > 0;
}

async function saveLanguage(scope: ApplicantScope, own: readonly OwnApplication[], language: Language) {
  if (own.every((one) => one.language === language)) return false;
  await scope.tx
    .update(participants)
    .set({ language, updated_at: sql`now()` })
    .where(and(ofAddress(scope), sql`${participants.language} <> ${language}`));
  return true;
}

async function saveNews({ tx, organizationId, address }: ApplicantScope, said: string): Promise<boolean> {
  if (said !== 'yes' && said !== 'no') return false;
  return chooseNews(tx, {
    ...{ organization_id: organizationId, address, wanted: said === 'yes', how: 'page' },
  });
}
