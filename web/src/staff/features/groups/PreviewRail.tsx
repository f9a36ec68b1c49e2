import { IconCalendarEvent, IconClock, IconMapPin, IconUsers } from '@tabler/icons-react';
import { bestText } from '@vpisnik/contract/common';
import { formatSchedule, formatTimeRange, sharedTime } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { numberOf } from '../../../lib/whole-number.ts';
import { Places } from '../../../ui/Places.tsx';
import { WeekStrip } from '../../../ui/WeekStrip.tsx';
import { useBannerUrl } from './BannerField.tsx';
import { datesText } from './dates-text.ts';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { slotOf } from './group-form.ts';
import { ShareCard } from './ShareCard.tsx';
import { parseTime } from './TimeField.tsx';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The group as a visitor will see it, with what is unsaved, and the link to its form. */
export function PreviewRail() {
  const { t } = useI18n();
  return (
    <aside className={classes.rail} aria-label={t('modules.group.rail.label')}>
      <div>
        <h2>{t('modules.group.rail.preview')}</h2>
        <PreviewCard />
      </div>
      <ShareCard />
    </aside>
  );
}

function PreviewCard() {
  const { t, locale } = useI18n();
  const { values, group, references, language } = useEditor();
  const banner = useBannerUrl();
  const name = bestText(values.name, language);
  const price = bestText(values.price_text, language).text;
  const schedule = values.schedule
    .map(slotOf)
    .filter((slot) => parseTime(slot.start_time) && slot.duration > 0);
  const time = sharedTime(schedule);
  const location =
    references.locations.find(({ id }) => id === values.location_id) ??
    (group?.location_id === values.location_id && group?.location_name
      ? { name: group.location_name, max_participants: group.places }
      : null);
  const places = numberOf(values.capacity) ?? location?.max_participants ?? null;
  const taken = group?.taken ?? 0;
  const free = places === null ? null : Math.max(0, places - taken);
  return (
    <div className={classes.preview}>
      <Banner color={values.background_color} image={banner} />
      <div>
        <b className={classes.previewName} lang={name.language}>
          {name.text || t('modules.group.rail.no_name')}
        </b>
        {time && <WeekStrip days={schedule.map((slot) => slot.day)} locale={locale} />}
        <ul>
          {schedule.length > 0 && (
            <li>
              <IconClock {...icon} />
              {time ? formatTimeRange(time, locale) : formatSchedule(schedule, locale)}
            </li>
          )}
          {location && (
            <li>
              <IconMapPin {...icon} />
              {location.name}
            </li>
          )}
          <Dates from={values.start_date} to={values.end_date} />
          <Ages from={numberOf(values.age_from)} to={numberOf(values.age_to)} />
        </ul>
        {price && <p className={classes.price}>{price}</p>}
        {free !== null && (
          <p className={classes.free}>
            <Places taken={taken} limit={places} />
            {free > 0 ? t('modules.group.free', { count: free }) : t('modules.group.no_free')}
          </p>
        )}
      </div>
    </div>
  );
}

function Banner({ color, image }: { color: string; image: string | null }) {
  if (image) return <img className={classes.banner} src={image} alt="" />;
  return (
    <svg
      className={classes.banner}
      viewBox="0 0 300 66"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ background: color }}
    >
      <g fill="none" stroke="#fff" strokeLinecap="round">
        <path d="M-10 58C60 8 96 74 150 36S250 2 312 44" strokeWidth="13" opacity=".28" />
        <path d="M-10 40C52 74 104 6 160 50s92 0 152-36" strokeWidth="3" opacity=".7" />
      </g>
    </svg>
  );
}

function Dates({ from, to }: { from: string | null; to: string | null }) {
  const { t, locale } = useI18n();
  const words = datesText({ start_date: from, end_date: to }, { t, locale });
  if (words === null) return null;
  return (
    <li>
      <IconCalendarEvent {...icon} />
      {words}
    </li>
  );
}

function Ages({ from, to }: { from: number | null; to: number | null }) {
  const { t } = useI18n();
  if (from === null && to === null) return null;
  const words =
    from !== null && to !== null
      ? t('modules.group.rail.ages', { from, to })
      : from !== null
        ? t('modules.group.rail.age_from', { age: from })
        : t('modules.group.rail.age_to', { age: to ?? 0 });
  return (
    <li>
      <IconUsers {...icon} />
      {words}
    </li>
  );
}
