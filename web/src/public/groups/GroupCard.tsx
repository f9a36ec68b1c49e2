import type { PublicGroup, PublicOrganization } from '@vpisnik/contract/public';
import { listFormat } from '@vpisnik/contract/rules/formatters';
import { formatTag } from '../../lib/text/locale.ts';
import { WeekStrip } from '../../ui/marks/WeekStrip.tsx';
import { applyPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { BannerImage } from '../parts/BannerImage.tsx';
import { Icon } from '../parts/Icon.tsx';
import { CardRibbons } from '../parts/Ribbons.tsx';
import { ages, duration, meetings, opening, splitPrice } from './facts.ts';
import { PlacesLeft } from './PlacesLeft.tsx';

type Props = { organization: PublicOrganization; group: PublicGroup };

/** A group as a row of the timetable: name, time and place, and the link to its form. */
export function GroupCard({ organization, group }: Props) {
  const page = usePage();
  const localized = useLocalized();
  const { t, language } = page;
  const href = linkTo(applyPath(organization, group), page);
  const leaders = listFormat(formatTag[language]).format(group.leaders);
  return (
    <article className="g card">
      {group.banner_url ? (
        <BannerImage
          className="strip"
          url={group.banner_url}
          alt={group.banner_alt}
          // upright, it shows the middle of a picture that is four times as wide as high
          sizes="(max-width: 59.99em) 100vw, 800px"
        />
      ) : (
        <CardRibbons id={group.id} color={group.background_color} />
      )}
      <div className="what">
        <h2>
          <a href={href} {...localized(group.name)} />
        </h2>
        <p className="desc" {...localized(group.description)} />
        {group.leaders.length > 0 && (
          <p className="by">{t('group.led_by', { count: group.leaders.length, names: leaders })}</p>
        )}
      </div>
      <When group={group} />
      <div className="take">
        <Price group={group} />
        <PlacesLeft group={group} />
        <WayIn group={group} href={href} timeZone={organization.time_zone} />
      </div>
    </article>
  );
}

function When({ group }: { group: PublicGroup }) {
  const page = usePage();
  const { t, language } = page;
  const when = meetings(group.schedule, language);
  const dates = duration(group, page);
  const age = ages(group, page);
  const place = [group.location_name, group.location_address].filter(Boolean).join(', ');
  return (
    <div className="when">
      {group.schedule.length > 0 && (
        <WeekStrip days={group.schedule.map((slot) => slot.day)} locale={language} />
      )}
      {'time' in when ? (
        <p className="t num">{when.time}</p>
      ) : (
        <div className="t num">
          {when.lines.length === 0 && <p>{t('group.no_fixed_time')}</p>}
          {when.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <ul>
        {place && (
          <li>
            <Icon name="map-pin" />
            {place}
          </li>
        )}
        {dates && (
          <li className="num">
            <Icon name="calendar-event" />
            {dates}
          </li>
        )}
        {age && (
          <li>
            <Icon name="cake" />
            {t('group.age', { ages: age })}
          </li>
        )}
      </ul>
    </div>
  );
}

function Price({ group }: { group: PublicGroup }) {
  const { children, lang } = useLocalized()(group.price_text);
  if (!children) return null;
  const [amount, rest] = splitPrice(children);
  return (
    <p className="price num" lang={lang}>
      {amount}
      <span>{rest}</span>
    </p>
  );
}

function WayIn({ group, href, timeZone }: { group: PublicGroup; href: string; timeZone: string }) {
  const page = usePage();
  const { t } = page;
  const name = <span className="vh">: {useLocalized()(group.name).children}</span>;
  switch (group.enrolment) {
    case 'open':
      return (
        <a className="btn btn-primary" href={href}>
          {t('group.apply')}
          {name}
        </a>
      );
    case 'waitlist':
      return (
        <a className="btn" href={href}>
          {t('group.join_queue')}
          {name}
        </a>
      );
    case 'not_yet':
      return <p className="calm">{group.apply_from && opening(group.apply_from, timeZone, page)}</p>;
    case 'full':
      return <p className="calm">{t('group.no_places')}</p>;
    case 'closed':
      return <p className="calm">{t('group.closed')}</p>;
    case 'ended':
      return <p className="calm">{t('group.ended')}</p>;
  }
}
