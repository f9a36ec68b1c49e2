import { Menu } from '@mantine/core';
import { IconUser, IconUsersGroup, IconUsersMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FamilyChild } from '@vpisnik/contract/families';
import { yearsBetween } from '@vpisnik/contract/rules/dates';
import { formatDay, formatSchedule, formatTimeRange, sharedTime } from '@vpisnik/contract/rules/format';
import { isOver } from '@vpisnik/contract/rules/statuses';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useId } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useNow } from '../../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { WeekStrip } from '../../../../ui/marks/WeekStrip.tsx';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { addressOf } from '../list/list-place.ts';
import { Status } from '../Status.tsx';
import classes from './families.module.css';

type ChildCardProps = { child: FamilyChild; onSeparate: (() => void) | undefined };

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** A child with age and day of birth, and a row for each group that they applied to. */
export function ChildCard({ child, onSeparate }: ChildCardProps) {
  const { t, locale } = useI18n();
  const { day: today } = useNow(useTimeZone());
  const title = useId();
  const { name, birth_date, applications } = child;
  return (
    <section className={classes.card} aria-labelledby={title}>
      <header>
        <h2 id={title}>{name}</h2>
        {birth_date !== null && birth_date <= today && (
          <p className={classes.small}>
            {t('modules.participant.detail.age', { count: yearsBetween(birth_date, today) })},{' '}
            {formatDay(birth_date, locale)}
          </p>
        )}
      </header>
      <ul>
        {applications.map((application) => (
          <Application key={application.id} name={name} application={application} onSeparate={onSeparate} />
        ))}
      </ul>
    </section>
  );
}

type ApplicationProps = Omit<ChildCardProps, 'child'> & {
  name: string;
  application: FamilyChild['applications'][number];
};

function Application({ name, application, onSeparate }: ApplicationProps) {
  const { t, locale } = useI18n();
  const { id, group_id, group_name, schedule, location_name, status } = application;
  const address = addressOf(useMay('participants.list') ? null : group_id, id);
  const group = bestText(group_name, locale);
  const time = sharedTime(schedule);
  const when = time ? formatTimeRange(time, locale) : formatSchedule(schedule, locale);
  const where = [when, location_name].filter(Boolean).join(', ');
  return (
    <li data-over={isOver(status) || undefined}>
      <div className={classes.group}>
        <Link {...address} lang={group.language}>
          {group.text}
        </Link>
        {where !== '' && <span className={`${classes.small} num`}>{where}</span>}
      </div>
      {schedule.length > 0 && (
        <div className={classes.week}>
          <WeekStrip days={schedule.map(({ day }) => day)} locale={locale} />
        </div>
      )}
      <div className={classes.status}>
        <Status application={application} />
      </div>
      <RowMenu name={`${name}, ${group.text}`}>
        <Menu.Item
          leftSection={<IconUser {...icon} />}
          renderRoot={(props) => <Link {...address} {...props} />}
        >
          {t('modules.family.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsersGroup {...icon} />}
          renderRoot={(props) => <Link to="/groups/$group_id" params={{ group_id }} {...props} />}
        >
          {t('modules.family.open_group')}
        </Menu.Item>
        {onSeparate && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconUsersMinus {...icon} />} onClick={onSeparate}>
              {t('modules.family.separate_named', { name })}
            </Menu.Item>
          </>
        )}
      </RowMenu>
    </li>
  );
}
