import { IconCalendarEvent, IconClock, IconMapPin, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import {
  formatAges,
  formatPeriod,
  formatSchedule,
  formatTimeRange,
  sharedTime,
} from '@vpisnik/contract/rules/format';
import { numberOf } from '../../../../lib/form/whole-number.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { textsQuery } from '../../../../lib/text/texts-query.ts';
import { parseTime } from '../../../../ui/date/TimeField.tsx';
import { Places } from '../../../../ui/marks/Places.tsx';
import { WeekStrip } from '../../../../ui/marks/WeekStrip.tsx';
import { useBannerUrl } from '../banner/use-banner-url.ts';
import { ShareCard } from '../share/ShareCard.tsx';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { slotOf } from './values.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Shows the group as a visitor will see it in the editor's language, unsaved changes included, and its link. */
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
  const other = useQuery(textsQuery(language === locale ? undefined : language)).data;
  const tVisitors = language === locale ? t : other;
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
  const dates = formatPeriod(values.start_date, values.end_date, language);
  const ages = formatAges(numberOf(values.age_from), numberOf(values.age_to), language);
  return (
    <div className={classes.preview}>
      <Banner color={values.background_color} image={banner} />
      <div>
        <b className={classes.previewName} lang={name.language}>
          {name.text || t('modules.group.rail.no_name')}
        </b>
        {time && <WeekStrip days={schedule.map((slot) => slot.day)} locale={language} />}
        <ul lang={language}>
          {schedule.length > 0 && (
            <li>
              <IconClock {...icon} />
              {time ? formatTimeRange(time, language) : formatSchedule(schedule, language)}
            </li>
          )}
          {location && (
            <li>
              <IconMapPin {...icon} />
              {location.name}
            </li>
          )}
          {dates && (
            <li>
              <IconCalendarEvent {...icon} />
              {dates}
            </li>
          )}
          {ages && (
            <li>
              <IconUsers {...icon} />
              {ages}
            </li>
          )}
        </ul>
        {price && <p className={classes.price}>{price}</p>}
        {free !== null && (
          <p className={classes.free} lang={language}>
            <Places taken={taken} limit={places} />
            {tVisitors && placesText({ free, waiting: group?.waiting ?? 0 }, tVisitors)}
          </p>
        )}
      </div>
    </div>
  );
}

/** Text about places as visitors read it: applications join the waiting list while others wait, even if places are free. */
function placesText(
  { free, waiting }: { free: number; waiting: number },
  t: ReturnType<typeof useI18n>['t'],
): string {
  if (waiting === 0 && free > 0) return t('modules.group.free', { count: free });
  return t(free > 0 ? 'modules.group.queue' : 'modules.group.no_free');
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
