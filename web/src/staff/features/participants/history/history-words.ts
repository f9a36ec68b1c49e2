import type { HistoryChange, HistoryEntry } from '@vpisnik/contract/participant-history';
import { storedWithdrawalReasons } from '@vpisnik/contract/rules/applicant-page';
import { personFacts } from '@vpisnik/contract/rules/application-form';
import { existing } from '@vpisnik/contract/rules/dates';
import { formatDateTime, formatDay } from '@vpisnik/contract/rules/format';
import { shownStatuses } from '@vpisnik/contract/rules/statuses';
import { bestText, languages } from '@vpisnik/contract/rules/texts';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { mailState, mailTitle } from '../panel/mail-words.ts';
import { isAboutOffer, offerChangeWords } from './offer-changes.ts';
import { paymentChangeWords, paymentTitle } from './payment-changes.ts';

type Words = { t: Translate<MessageKey>; locale: Locale; timeZone: string; now?: Date };

/** What happened, in lines of words, and who did it. */
export type HistoryWords = { lines: string[]; who: string };

/** An entry of a participant's history in words: `Stanje: V obravnavi → Odobrena`, `Nina Bergant`. */
export function historyWords(entry: HistoryEntry, words: Words): HistoryWords {
  return { lines: linesOf(entry, words), who: whoOf(entry, words) };
}

/** Of all bulk work, only an import adds people. */
const isImport = ({ kind, bulk }: HistoryEntry) => kind === 'added' && bulk;

function linesOf(entry: HistoryEntry, words: Words): string[] {
  const { kind, changes, mail } = entry;
  const { t } = words;
  if (isImport(entry)) return [t('modules.participant_history.imported')];
  if (kind === 'payment_added' || kind === 'payment_changed' || kind === 'payment_deleted')
    return [paymentTitle(kind, changes, words), ...paymentChangeWords(changes, words)];
  const merged = changes.find(({ field }) => field === 'application');
  const changed = [
    ...changes
      .filter((one) => one !== merged && !isAboutOffer(one))
      .map((change) => changeWords(withdrawing(entry, change), words)),
    ...offerChangeWords(entry, words),
  ];
  if (kind === 'merged' || kind === 'unmerged') {
    const application = typeof merged?.to === 'string' ? merged.to : '';
    return [t(`modules.participant_history.${kind}`, { application }), ...changed];
  }
  if (kind === 'changed') return changed;
  if (kind !== 'mail') return [t(`modules.participant_history.${kind}`), ...changed];
  if (!mail) return [t('modules.participant_mails.other')];
  const to = mail.to_address ?? (mail.recipient_kind === 'staff' ? t('modules.participant_mails.staff') : '');
  const missed = mail.template_missed ? [t('modules.participant_mails.template_missed')] : [];
  return [mailTitle(mail, t), ...(to ? [to] : []), mailState(mail, words), ...missed];
}

function whoOf(entry: HistoryEntry, { t }: Words): string {
  const { by, actor, bulk, mail } = entry;
  if (by === 'applicant') return t('modules.participant_history.applicant');
  const who = actor || t(`modules.participant_history.${by === 'staff' ? 'team' : 'automatic'}`);
  if (mail?.again_of) return t('modules.participant_history.again', { who });
  return bulk && !isImport(entry) ? t('modules.participant_history.bulk', { who }) : who;
}

/** Columns that have a name on the screen. */
const named = ['name', 'email', 'language', 'notes', ...personFacts] as const;

/** Applicants make an application inactive by withdrawing it alone. */
const withdrawing = ({ by }: HistoryEntry, change: HistoryChange): HistoryChange =>
  by === 'applicant' && change.field === 'status' && change.to === 'inactive'
    ? { ...change, to: 'withdrawn' }
    : change;

/** What was changed about a withdrawal, and the date of an absence. */
const others = ['withdrawal_reason', 'absence'] as const;

function changeWords(change: HistoryChange, words: Words): string {
  const { t } = words;
  const field = fieldName(change, t);
  if (change.sensitive) return t('modules.participant_history.sensitive', { field });
  const [from, to] = [valueWords(change, change.from, words), valueWords(change, change.to, words)];
  if (from === '') return t('modules.participant_history.first', { field, to });
  return t('modules.participant_history.change', {
    ...{ field, from },
    to: to || t('modules.participant_history.empty'),
  });
}

function fieldName({ field, label }: HistoryChange, t: Words['t']): string {
  if (field === 'status') return t('modules.participant.list.column_status');
  if (field === 'application_date') return t('modules.participant.list.column_date');
  if (field === 'group') return t('modules.participant.fields.group_id');
  const other = others.find((one) => one === field);
  if (other) return t(`modules.participant_history.${other}`);
  const known = named.find((one) => one === field);
  return known ? t(`modules.participant.fields.${known}`) : (label ?? field);
}

function valueWords({ field, type }: HistoryChange, value: HistoryChange['from'], words: Words): string {
  const { t, locale, timeZone } = words;
  if (field === 'group' && !value) return t('modules.participant_history.other_group');
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return bestText(value, locale).text;
  const status = field === 'status' && shownStatuses.find((one) => one === value);
  if (status) return t(`modules.participant.status.${status}`);
  const language = field === 'language' && languages.find((one) => one === value);
  if (language) return t(`layout.languages.${language}`);
  if (field === 'application_date') return formatDateTime(value, { locale, timeZone });
  const reason = field === 'withdrawal_reason' && withdrawalReasonWords(value, t);
  if (reason) return reason;
  const day = type === 'date' || field === 'absence' ? existing(value) : null;
  return day ? formatDay(day, locale) : value;
}

/** Why an application was withdrawn, in words; undefined where nobody said. */
export function withdrawalReasonWords(value: string, t: Translate<MessageKey>): string | undefined {
  const reason = storedWithdrawalReasons.find((one) => one === value);
  return reason && t(`modules.participant_history.withdrawal_reasons.${reason}`);
}
