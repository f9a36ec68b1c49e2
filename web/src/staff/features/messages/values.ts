import type { Message, MessageAudience } from '@vpisnik/contract/messages';
import { messageLimits, messageProblems } from '@vpisnik/contract/rules/messages';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Problem } from '../../../lib/form/entity-form.ts';
import { filtersOf, parseParticipantsSearch } from '../participants/address.ts';
import type { Audience } from '../participants/writing/audience.ts';

type Texts = Partial<Record<Language, string>>;

/** A draft while it is written; what others changed meanwhile merges by these parts. */
export type MessageValues = Pick<
  Message,
  'include' | 'siblings' | 'kind' | 'reply_to' | 'with_payments' | 'with_group' | 'send_at'
> & { audience: Audience; subject: Texts; body: Texts };

/** A problem with a text; `said` is the piece that it is about. */
type TextProblem = Problem & { said?: string };

/** The audience of a message; the one of a message that was sent long ago is not kept. */
function audienceOf({ ids, filter, exclude_ids = [], as_of }: Message['audience']): Audience {
  if (!filter || as_of === undefined) return { ids: ids ?? [] };
  return { filter: filtersOf(parseParticipantsSearch(filter)), exclude_ids, as_of };
}

export function valuesOf(row: Message): MessageValues {
  const { include, siblings, kind, reply_to, with_payments, with_group, send_at, texts } = row;
  return {
    audience: audienceOf(row.audience),
    ...{ include, siblings, kind, reply_to, with_payments, with_group, send_at },
    subject: { sl: texts.sl?.subject ?? '', en: texts.en?.subject ?? '' },
    body: { sl: texts.sl?.body ?? '', en: texts.en?.body ?? '' },
  };
}

/** Whom a draft is for, as one text that differs when the mails may. */
export const audienceKey = (values: MessageValues): string => {
  const { audience, include } = comparable(values);
  return JSON.stringify([audience, include, values.siblings, values.kind]);
};

/** The control of a path of the body: `texts.sl.subject` is `subject.sl`. */
export function fieldOf(path: string): string {
  const [field, language, part] = path.split('.');
  return field === 'texts' && part ? `${part}.${language}` : (field ?? path);
}

const trimmed = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text.trim()]));

/**
 * What is compared: of chosen people only who they are, since their number and its moment change by themselves; of texts
 * what is stored. So a blank at the end, after which more is typed, stays where it is.
 */
export const comparable = (values: MessageValues): Record<keyof MessageValues, unknown> => {
  const { audience } = values;
  const who = 'ids' in audience ? audience.ids : [audience.filter, audience.exclude_ids];
  return {
    ...values,
    ...{ subject: trimmed(values.subject), body: trimmed(values.body) },
    include: [...values.include].sort(),
    audience: JSON.stringify(who),
  };
};

const languages = ['sl', 'en'] as const satisfies Language[];

/** The texts as calls take them; a language without any has none. */
function textsOf({ subject, body }: Pick<MessageValues, 'subject' | 'body'>) {
  const said = languages.flatMap((one) => {
    const words = { subject: (subject[one] ?? '').trim(), body: (body[one] ?? '').trim() };
    return words.subject === '' && words.body === '' ? [] : [[one, words] as const];
  });
  return Object.fromEntries(said) as { [L in Language]?: { subject: string; body: string } };
}

/** The fields of a PATCH for those of the form that have changed. */
export function bodyOf(values: MessageValues, fields: readonly (keyof MessageValues)[]) {
  const { subject: _, body: __, ...plain } = values;
  const own = Object.entries(plain).filter(([name]) => fields.some((field) => field === name));
  const hasTexts = fields.includes('subject') || fields.includes('body');
  return { ...Object.fromEntries(own), ...(hasTexts && { texts: textsOf(values) }) } as Partial<
    typeof plain
  > & {
    texts?: ReturnType<typeof textsOf>;
  };
}

const isSaid = (text: string | undefined) => (text ?? '').trim() !== '';

/** What a language lacks before it can be sent. */
export function missingOf({ subject, body }: MessageValues, language: Language): ('subject' | 'body')[] {
  return [
    ...(isSaid(subject[language]) ? [] : (['subject'] as const)),
    ...(isSaid(body[language]) ? [] : (['body'] as const)),
  ];
}

/** Whether a language has all its words. */
export const isComplete = (values: MessageValues, language: Language): boolean =>
  missingOf(values, language).length === 0;

/** What keeps a draft from being stored: texts that are too long. */
export function storeProblems({ subject, body }: MessageValues): Problem[] {
  return languages.flatMap((one) => [
    ...tooLong(`subject.${one}`, subject[one], messageLimits.subject),
    ...tooLong(`body.${one}`, body[one], messageLimits.body),
  ]);
}

const tooLong = (path: string, text: string | undefined, limit: number): Problem[] =>
  (text ?? '').length > limit ? [{ path, code: 'too_long', limit }] : [];

/** Placeholders and links of the texts that can't be sent. */
export const textProblems = (values: MessageValues): TextProblem[] =>
  messageProblems(textsOf(values)).map((problem) => ({ ...problem, path: fieldOf(problem.path) }));

/** What a draft lacks before it can be sent, beside {@link textProblems}. */
export function sendProblems(
  values: MessageValues,
  audience: Pick<MessageAudience, 'mails'> | undefined,
  { shown, isTimeless }: { shown: readonly Language[]; isTimeless: boolean },
): Problem[] {
  const begun = shown.filter((one) => missingOf(values, one).length < 2);
  const [first = 'sl'] = shown;
  return [
    ...(audience?.mails === 0 ? [{ path: 'audience', code: 'nobody' }] : []),
    ...(values.kind === null ? [{ path: 'kind', code: 'required' }] : []),
    ...(begun.length === 0 ? [first] : begun).flatMap((one) =>
      missingOf(values, one).map((part) => ({ path: `${part}.${one}`, code: 'required' })),
    ),
    ...(isTimeless ? [{ path: 'send_at', code: 'no_time' }] : []),
    ...(values.send_at !== null && new Date(values.send_at) <= new Date()
      ? [{ path: 'send_at', code: 'past' }]
      : []),
  ];
}

/** The language in which readers of another get a message that has no words in theirs; undefined while no language has all. */
export const fallbackOf = (
  values: MessageValues,
  language: Language,
  shown: readonly Language[],
): Language | undefined => shown.find((one) => one !== language && isComplete(values, one));

/** A draft as it is being written, as previews and tests take it. */
export function previewBodyOf(values: MessageValues) {
  const { with_payments, with_group } = values;
  return { texts: textsOf(values), with_payments, with_group };
}

/** The subject of a message in a language, or in the one that has it. */
export const titleOf = ({ subject }: Pick<MessageValues, 'subject'>, language: Language): string =>
  subject[language]?.trim() || subject.sl?.trim() || subject.en?.trim() || '';
