import { type Group, groupName } from '@vpisnik/contract/groups';
import { formatDateTime, formatSchedule } from '@vpisnik/contract/rules/format';
import type { ReactNode } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { usePageMargins } from '../../../../ui/page-margins.ts';
import { takenWords } from '../../participants/taken-words.ts';
import { datesText } from '../dates-text.ts';
import classes from './roster-print.module.css';

type SheetProps = {
  group: Group;
  /** How many people are on it. */
  count: number;
  /** When they were read. */
  asOf: string;
  /** Says on which day the ages are right. */
  isAged?: boolean;
  isLandscape?: boolean;
  children: ReactNode;
};

/** A list on paper: facts of the group above it, and on every page the group, the page's number and when it was printed. */
export function Sheet({ group, count, asOf, isAged = false, isLandscape = false, children }: SheetProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { organization } = useSession();
  const when = formatDateTime(asOf, { locale, timeZone });
  const name = groupName(group, locale);
  const dates = datesText(group, { t, locale });
  usePageMargins({
    group: dates ? `${name} · ${dates}` : name,
    isLandscape,
  });
  return (
    <article className={classes.sheet}>
      <header>
        <p>{organization?.name}</p>
        <h2>{name}</h2>
        <Facts group={group} />
        <p className={classes.asOf}>
          {t('modules.group_tools.print.count', { count })}
          {' · '}
          {t('modules.group_tools.print.as_of', { when })}
          {isAged && ` · ${t('modules.group_tools.print.age_as_of')}`}
          {' · '}
          {t('modules.group_tools.print.personal')}
        </p>
      </header>
      {count === 0 ? <p>{t('modules.group_tools.print.empty')}</p> : children}
    </article>
  );
}

function Facts({ group }: { group: Group }) {
  const { t, locale } = useI18n();
  const { waiting } = group;
  const facts: [string, ReactNode][] = [
    [t('modules.group_tools.print.schedule'), formatSchedule(group.schedule, locale)],
    [t('modules.group_tools.print.dates'), datesText(group, { t, locale })],
    [t('modules.group_tools.print.place'), group.location_name],
    [t('modules.group_tools.print.leaders'), group.leaders.map(({ name }) => name).join(', ')],
    [t('modules.group_tools.print.places'), takenWords(group, t)],
    [
      t('modules.participant.status.waitlisted'),
      waiting > 0 && t('modules.participant.group.waiting', { count: waiting }),
    ],
  ];
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
