import {
  IconArchive,
  IconCalendarEvent,
  IconCalendarX,
  IconCheck,
  IconEyeOff,
  IconHourglassLow,
  IconLock,
} from '@tabler/icons-react';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import type { ComponentProps } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import type { MenuButtonProps } from '../../../ui/table/MenuOnDemand.tsx';

type Look = Pick<ComponentProps<typeof StatusPill>, 'tint' | 'icon'>;

const looks: Record<GroupSummary['enrolment'] | 'unpublished' | 'archived', Look> = {
  open: { tint: 'approved', icon: IconCheck },
  waitlist: { tint: 'waitlisted', icon: IconHourglassLow },
  full: { tint: 'inactive', icon: IconLock },
  not_yet: { tint: 'pending', icon: IconCalendarEvent },
  closed: { tint: 'inactive', icon: IconLock },
  ended: { tint: 'inactive', icon: IconCalendarX },
  archived: { tint: 'inactive', icon: IconArchive },
  unpublished: { tint: 'inactive', icon: IconEyeOff },
};

type EnrolmentProps = { group: Pick<GroupSummary, 'active' | 'archived_at' | 'enrolment' | 'apply_from'> };

/** Enrolment status of a group as an applicant meets it now; an unpublished or archived group shows that instead. */
export function Enrolment({ group }: EnrolmentProps) {
  return <EnrolmentPill group={group} />;
}

/** Enrolment status as a pill or a menu's button; `more` names the button's action for screen readers. */
export function EnrolmentPill({
  group,
  more,
  ...button
}: EnrolmentProps & Partial<MenuButtonProps> & { more?: string }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const hidden = group.archived_at ? 'archived' : 'unpublished';
  const state = group.active ? group.enrolment : hidden;
  const date = group.apply_from ? formatDay(inZone(group.apply_from, timeZone).day, locale) : '';
  return (
    <StatusPill {...button} {...looks[state]}>
      {t(`modules.group.enrolment.${state}`, { date })}
      {more && <span className="vh">, {more}</span>}
    </StatusPill>
  );
}
