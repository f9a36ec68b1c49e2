import { timeLeft, unitsOf } from '@vpisnik/contract/rules/applicant-page';
import { inWords } from '@vpisnik/contract/rules/calendar-words';
import { formatDayInWords, formatTime, inZone } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';

/** Says an instant to come in full: `četrtek, 26. november 2026, 17:00 (še 1 dan in 21 ur)`. */
export function useUntilWords(): (until: string) => string {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  return (until) => {
    const { day, time } = inZone(until, timeZone);
    const written = `${formatDayInWords(day, locale)}, ${formatTime(time, locale)}`;
    const left = timeLeft(until, new Date().toISOString());
    if (!left) return written;
    const units = unitsOf(left).map((unit) => t(`modules.offer.left.${unit}`, { count: left[unit] }));
    return `${written} (${t('modules.offer.left.still', { time: inWords(units, locale) })})`;
  };
}
