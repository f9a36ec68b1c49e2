import type { PublicGroupPage } from '@vpisnik/contract/public';
import { formatDay, formatTime, formatTimeRange } from '@vpisnik/contract/rules/format';
import type { ReactNode } from 'react';
import { ages, duration, meetings } from '../groups/facts.ts';
import { PlacesLeft } from '../groups/PlacesLeft.tsx';
import { useLocalized, usePage } from '../page.tsx';
import { Icon, type IconName } from '../parts/Icon.tsx';

/** When and where a group meets, its price and places, beside the form. */
export function Facts({ group }: { group: PublicGroupPage }) {
  const page = usePage();
  const { t, language } = page;
  const price = useLocalized()(group.price_text);
  const when = meetings(group.schedule, language);
  const dates = duration(group, page);
  const age = ages(group, page);
  return (
    <aside className="facts card" aria-label={t('apply.about')}>
      <h2>{t('apply.when_and_where')}</h2>
      <ul>
        {'days' in when ? (
          <Fact icon="clock">
            {when.days}
            <span className="num">{when.time}</span>
          </Fact>
        ) : (
          <Fact icon="clock">
            {when.lines.length === 0 && t('group.no_fixed_time')}
            {when.lines.map((line) => (
              <div key={line} className="num">
                {line}
              </div>
            ))}
          </Fact>
        )}
        {group.location_name && (
          <Fact icon="map-pin">
            {group.location_name}
            {group.location_address && <span>{group.location_address}</span>}
          </Fact>
        )}
        {dates && (
          <Fact icon="calendar-event">
            <div className="num">{dates}</div>
          </Fact>
        )}
        <Changes group={group} />
        {age && <Fact icon="cake">{t('group.age', { ages: age })}</Fact>}
        {price.children && (
          <Fact icon="receipt-euro">
            <div {...price} />
          </Fact>
        )}
      </ul>
      <PlacesLeft group={group} />
    </aside>
  );
}

type Moved = {
  date: string;
  start_time: string;
  moved_from: { date: string; start_time: string };
  at: string;
};

type Change = PublicGroupPage['changes'][number];

/** How many changes are shown at once. */
const SOON = 2;

/** Lists single dates that depart from the schedule. */
function Changes({ group }: { group: PublicGroupPage }) {
  const { t, language } = usePage();
  const localized = useLocalized();
  if (group.changes.length === 0) return null;
  /** Names the original day of a moved date; on the same day the original time; with only another end or place, neither. */
  const movedText = ({ date, start_time, moved_from, at }: Moved) => {
    const { date: day, start_time: time } = moved_from;
    if (day !== date) return t('group.moved', { at, from: formatDay(day, language) });
    return time === start_time ? at : t('group.moved', { at, from: formatTime(time, language) });
  };
  const item = (change: Change) => {
    const { date, start_time, state, moved_from, other_location_name } = change;
    const said = localized(change.reason);
    const at = `${formatDay(date, language)}, ${formatTimeRange(change, language)}`;
    return (
      <li key={`${date} ${start_time}`}>
        <span className="num">
          {state === 'cancelled' || state === 'closed' ? (
            <>
              <s>{at}</s> {t('group.cancelled')}
            </>
          ) : moved_from ? (
            movedText({ date, start_time, moved_from, at })
          ) : (
            t(state === 'held' ? 'group.held' : 'group.added', { at })
          )}
        </span>
        {other_location_name && <span>{other_location_name}</span>}
        {said.children && <span {...said} />}
      </li>
    );
  };
  const rest = group.changes.slice(SOON);
  return (
    <Fact icon="alert-circle">
      {t('group.changes')}
      <ul className="changes">{group.changes.slice(0, SOON).map(item)}</ul>
      {rest.length > 0 && (
        <details className="more">
          <summary>{t('group.more_changes', { count: rest.length })}</summary>
          <ul className="changes">{rest.map(item)}</ul>
        </details>
      )}
    </Fact>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div>{children}</div>
    </li>
  );
}
