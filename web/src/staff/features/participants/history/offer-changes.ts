import type { HistoryChange, HistoryEntry } from '@vpisnik/contract/participant-history';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';

type Words = { t: Translate<MessageKey>; locale: Locale; timeZone: string };
type Entry = Pick<HistoryEntry, 'by' | 'changes'>;

/** Fields of a change that tell of an offer of a place; other words say them. */
const fields = ['offer_until', 'offer_reason', 'offer_paused_at', 'offer_tie'];

/** Whether a change is about an offer of a place. */
export const isAboutOffer = ({ field }: HistoryChange): boolean => fields.includes(field);

/** What happened to an offer of a place, in lines: `Mesto ponujeno, rok za odgovor 26. 11. 2026, 17:00`. */
export function offerChangeWords({ by, changes }: Entry, words: Words): string[] {
  const { t, locale, timeZone } = words;
  const of = (field: string) => changes.find((one) => one.field === field);
  const [until, reason, paused, tie] = fields.map(of);
  const at = (value: HistoryChange['from']) =>
    typeof value === 'string' ? formatDateTime(value, { locale, timeZone }) : '';
  const lines: string[] = [];
  if (until?.to)
    lines.push(
      until.from
        ? t('modules.participant_history.offer.lengthened', { from: at(until.from), until: at(until.to) })
        : t('modules.participant_history.offer.offered', { until: at(until.to) }),
    );
  else if (until) lines.push(t(`modules.participant_history.offer.${endOf(by, of('status'), paused)}`));
  // an offer to one who let another pass, and its end, say that already
  else if (paused && !paused.to) lines.push(t('modules.participant_history.offer.resumed'));
  if (typeof reason?.to === 'string' && reason.to)
    lines.push(t('modules.participant_history.offer.reason', { reason: reason.to }));
  if (tie) lines.push(t(`modules.participant_history.offer.${tie.to ? 'tied' : 'untied'}`));
  return lines;
}

/** How an offer ended. */
function endOf(by: Entry['by'], status: HistoryChange | undefined, paused: HistoryChange | undefined) {
  if (by === 'applicant' && status?.to === 'approved') return 'accepted';
  if (by === 'applicant' && status?.to === 'inactive') return 'declined';
  if (status) return 'ended';
  return by === 'staff' ? 'withdrawn' : paused ? 'lapsed' : 'ended';
}
