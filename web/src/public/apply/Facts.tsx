import type { PublicGroupPage } from '@vpisnik/contract/public';
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

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div>{children}</div>
    </li>
  );
}
