import type { Group } from '@vpisnik/contract/groups';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import type { Translate } from '../../../lib/text/translate.ts';

type Context = { t: Translate<MessageKey>; locale: Locale; timeZone: string };

/** Describes a group's state in one sentence. */
export function standsSentence(group: Group, context: Context): string {
  const { t } = context;
  const parts = [enrolmentPart(group, context)];
  if (group.active && ['open', 'waitlist', 'not_yet'].includes(group.enrolment)) {
    parts.push(placesPart(group, context));
    if (group.offered > 0) parts.push(t('modules.group.stands.offered', { count: group.offered }));
    if (group.waiting > 0) parts.push(t('modules.group.stands.waiting', { count: group.waiting }));
    else if (group.places !== null && group.enrolment !== 'waitlist')
      parts.push(t(`modules.group.stands.${group.when_full === 'close' ? 'waitlist_off' : 'waitlist_on'}`));
  }
  return `${parts.join(', ')}.`;
}

function enrolmentPart(group: Group, { t, locale, timeZone }: Context): string {
  if (group.archived_at) return t('modules.group.stands.archived');
  if (!group.active) return t('modules.group.stands.unpublished');
  const dayOf = (instant: string | null) => (instant ? formatDay(inZone(instant, timeZone).day, locale) : '');
  const until = dayOf(group.apply_until);
  switch (group.enrolment) {
    case 'open':
      return until ? t('modules.group.stands.open_until', { date: until }) : t('modules.group.stands.open');
    case 'waitlist':
      return until
        ? t('modules.group.stands.waitlist_until', { date: until })
        : t('modules.group.stands.waitlist');
    case 'not_yet':
      return t('modules.group.stands.not_yet', { date: dayOf(group.apply_from) });
    case 'ended':
      return t('modules.group.stands.ended', {
        date: group.end_date ? formatDay(group.end_date, locale) : '',
      });
    default:
      return t(`modules.group.stands.${group.enrolment}`);
  }
}

function placesPart({ places, taken }: Group, { t }: Context): string {
  if (places === null) return t('modules.group.stands.unlimited');
  if (taken > places) return t('modules.group.stands.over', { taken, limit: places });
  if (taken === places) return t('modules.group.stands.none_free', { limit: places });
  return t('modules.group.stands.free', { count: places - taken, limit: places });
}
