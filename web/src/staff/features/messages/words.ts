import type { MessageSummary } from '@vpisnik/contract/messages';
import type { Problem } from '../../../lib/form/entity-form.ts';
import { fieldErrorText } from '../../../lib/form/field-error-text.ts';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';
import { worded as wordedText } from '../notification-templates/words.ts';

type T = Translate<MessageKey>;

const fields = [
  'audience',
  'include',
  'siblings',
  'kind',
  'subject',
  'body',
  'reply_to',
  'with_payments',
  'with_group',
  'send_at',
] as const;

/** What a part of a draft is called, by its path: `Angleščina: Besedilo`. */
export function fieldName(path: string, t: T): string {
  const [field, language] = path.split('.');
  const known = fields.find((one) => one === field);
  const name = known ? t(`modules.message.fields.${known}`) : path;
  return language === 'sl' || language === 'en' ? `${t(`layout.languages.${language}`)}: ${name}` : name;
}

/** A value of a conflict in words; whom it is for has too many to be told. */
export function conflictText(unit: string, value: unknown, t: T): string {
  if (unit === 'audience') return t('modules.message.conflict.audience');
  if (typeof value === 'boolean') return t(value ? 'ui.conflict.yes' : 'ui.conflict.no');
  if (value === 'enrolment' || value === 'news') return t(`modules.message.kinds.${value}.label`);
  if (value === 'together' || value === 'each') return t(`modules.message.siblings.${value}`);
  if (value === 'organization' || value === 'sender') return t(`modules.message.reply.${value}`);
  if (Array.isArray(value))
    return value.map((one) => t(`modules.participant.status.${one as 'inactive'}`)).join(', ');
  return String(value ?? '');
}

const own = { nobody: 'audience', past: 'past', no_time: 'no_time' } as const;

/** A problem with its sentence. */
export function worded(problem: Problem & { said?: string }, t: T): Problem & { message: string } {
  const said = wordedText(problem, t).message;
  if (said !== undefined) return { ...problem, message: said };
  if (problem.path === 'kind') return { ...problem, message: t('modules.message.wrong.kind') };
  const code = Object.hasOwn(own, problem.code) ? own[problem.code as keyof typeof own] : undefined;
  return { ...problem, message: code ? t(`modules.message.wrong.${code}`) : fieldErrorText(problem, t) };
}

/** Why a message stopped, in a sentence; undefined for one that did not. */
export function stopText({ state, stop_reason }: Pick<MessageSummary, 'state' | 'stop_reason'>, t: T) {
  if (state !== 'stopped' || stop_reason === null) return undefined;
  const own = stopReasons.find((one) => one === stop_reason);
  return t(`modules.message.log.why.${own ?? 'rights'}`);
}

/** Whether a message has left for some of its people only: a copy is then for the others first. */
export const isLeftHalfway = ({ state, sent_at }: Pick<MessageSummary, 'state' | 'sent_at'>): boolean =>
  state === 'stopped' && sent_at !== null;

/** Who sent a message, where that is not who wrote it. */
export const otherSender = ({ author, sender }: Pick<MessageSummary, 'author' | 'sender'>): string | null =>
  sender && sender.account_id !== author.account_id ? sender.name : null;

/** All others are refusals of what the sender may do. */
const stopReasons = [
  'stopped',
  'organization_disabled',
  'invalid_fields',
  'selection_empty',
  'selection_too_large',
  'internal_error',
] as const;
