import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { formatSchedule, formatTimeRange, sharedTime } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import mark from '../../../../ui/marks/GroupMark.module.css';
import { Places } from '../../../../ui/marks/Places.tsx';
import { WeekStrip } from '../../../../ui/marks/WeekStrip.tsx';
import { datesText } from '../dates-text.ts';
import classes from '../groups.module.css';
import { seasonOf } from '../season.ts';

type CellProps = { group: GroupSummary };

/** Colour, name, category, and the season, which tells groups of one name apart. */
export function NameCell({ group }: CellProps) {
  const { locale } = useI18n();
  const [name, category] = [bestText(group.name, locale), bestText(group.category_name, locale)];
  const season = seasonOf(group);
  return (
    <div className={classes.name}>
      <i
        className={mark.mark}
        style={{ '--c': group.background_color }}
        data-off={!group.active || undefined}
      />
      <div>
        <Link to="/groups/$group_id" params={{ group_id: group.id }} data-open-row lang={name.language}>
          {name.text}
        </Link>
        <span className={classes.second} lang={category.language}>
          {category.text}
          {season && <span className="num"> · {season}</span>}
        </span>
      </div>
    </div>
  );
}

/** The week at a glance with the time that all slots share, or the slots in words when they differ. */
export function ScheduleCell({ group }: CellProps) {
  const { t, locale } = useI18n();
  const time = sharedTime(group.schedule);
  if (group.schedule.length === 0)
    return <span className={`${classes.slots} ${classes.dim}`}>{t('modules.group.list.no_schedule')}</span>;
  if (!time) return <span className={`${classes.slots} num`}>{formatSchedule(group.schedule, locale)}</span>;
  return (
    <div className={classes.slot}>
      <WeekStrip days={group.schedule.map((slot) => slot.day)} locale={locale} />
      <span className="num">{formatTimeRange(time, locale)}</span>
    </div>
  );
}

/** First and last day. */
export function DatesCell({ group: { start_date, end_date } }: CellProps) {
  const { t, locale } = useI18n();
  const words = datesText({ start_date, end_date }, { t, locale });
  return <span className={`${classes.slots} num`}>{words ?? <span className={classes.none}>–</span>}</span>;
}

/** Location and leader; of several leaders the first and how many more. */
export function PlaceCell({ group }: CellProps) {
  const { t } = useI18n();
  const [leader, ...more] = group.leaders;
  return (
    <div className={classes.place}>
      {group.location_name ?? <span className={classes.dim}>{t('modules.group.list.no_location')}</span>}
      <span className={classes.second}>
        {leader?.name ?? t('modules.group.list.no_leader')}
        {more.length > 0 && (
          <span title={more.map(({ name }) => name).join(', ')}>
            {' '}
            {t('ui.list.more_values', { count: more.length })}
          </span>
        )}
      </span>
    </div>
  );
}

/** Taken places as words and ticks, how many of them are only offered, and how many wait. */
export function PlacesCell({ group }: CellProps) {
  const { t } = useI18n();
  const { places, taken, offered, waiting } = group;
  const limit =
    places === null ? t('modules.group.list.unlimited') : t('modules.group.list.taken_of', { limit: places });
  return (
    <div className={classes.places}>
      <span className="num">
        <b>{taken}</b> <span className={places === null ? classes.dim : undefined}>{limit}</span>
        {offered > 0 && (
          <span className={classes.dim}> · {t('modules.participant.group.offered', { count: offered })}</span>
        )}
        {waiting > 0 && (
          <span className={classes.dim}> {t('modules.group.list.waiting', { count: waiting })}</span>
        )}
      </span>
      <Places taken={taken} limit={places} />
    </div>
  );
}

/** Applications that wait for a decision, as a way to them. */
export function PendingCell({ group }: CellProps) {
  const { t, locale } = useI18n();
  if (group.pending === 0) return <span className={classes.none}>–</span>;
  const name = groupName(group, locale);
  return (
    <Link
      className={classes.pending}
      to="/groups/$group_id"
      params={{ group_id: group.id }}
      search={{ tab: 'participants' }}
    >
      {t('modules.group.list.pending', { count: group.pending })}
      <span className="vh">, {name}</span>
    </Link>
  );
}
