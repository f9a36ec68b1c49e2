import type { Group } from '@vpisnik/contract/groups';
import { formatDay, formatDayRange } from '@vpisnik/contract/rules/format';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import type { Translate } from '../../../lib/text/translate.ts';

/** First and last day in words, either of which may be open; null when both are. */
export function datesText(
  { start_date, end_date }: Pick<Group, 'start_date' | 'end_date'>,
  { t, locale }: { t: Translate<MessageKey>; locale: Locale },
): string | null {
  if (start_date && end_date) return formatDayRange(start_date, end_date, locale);
  if (start_date) return t('modules.group.rail.from', { date: formatDay(start_date, locale) });
  return end_date ? t('modules.group.rail.until', { date: formatDay(end_date, locale) }) : null;
}
