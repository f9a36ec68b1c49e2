import { participantStatuses } from '@vpisnik/contract/rules/statuses';
import { type FilterNames, filterFacts, type I18n } from './export-words.ts';

type Facts = Record<string, unknown>;

/** What work on many participants, or a message, was about: the new status or the payments' purpose, how many they were, and what they were chosen by. */
export function bulkFacts(
  { status, purpose, count, filter, names, excluded }: Facts,
  { t, locale }: I18n,
): string[] {
  const to = participantStatuses.find((one) => one === status);
  return [
    ...(to ? [`→ ${t(`modules.participant.status.${to}`)}`] : []),
    ...(typeof purpose === 'string' ? [purpose] : []),
    ...(typeof count === 'number' ? [t('modules.participant.list.fact', { count })] : []),
    ...(filter ? filterFacts(filter, (names ?? {}) as FilterNames, { t, locale }) : []),
    ...(typeof excluded === 'number' && excluded > 0
      ? [t('modules.activity.excluded', { count: excluded })]
      : []),
  ];
}
