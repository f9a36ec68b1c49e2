import type { PublicGroupPage } from '@vpisnik/contract/public';
import { formatDay, formatTime, weekdayName } from '@vpisnik/contract/rules/format';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { postalAddress } from '../../contact.ts';
import { calendarPath, linkTo, othersPath } from '../../links.ts';
import { useLocalized, usePage } from '../../page.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { keptForAnother } from '../again.ts';
import { Facts } from '../Facts.tsx';
import type { Sent } from '../useApplication.ts';
import { useInsteadTexts } from './instead-texts.ts';

type Props = { page: ApplyPage; group: PublicGroupPage; sent: Sent; another: () => void };

/** Receipt of a sent application: its status and the next steps. */
export function Success({ page, group, sent: { receipt, name, entries }, another }: Props) {
  const here = usePage();
  const t = useInsteadTexts();
  const localized = useLocalized();
  const heading = useRef<HTMLHeadingElement>(null);
  const [scripted, setScripted] = useState(false);
  useEffect(() => {
    setScripted(true);
    heading.current?.focus();
    window.scrollTo(0, 0);
    return ignoreSecondPress();
  }, []);
  const waits = receipt.status === 'waitlisted';
  const next = waits ? 'queue' : receipt.status === 'approved' ? 'approved' : 'decision';
  return (
    <section className="success">
      <div className="seal">
        <Icon name={waits ? 'hourglass' : 'check'} />
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {t(waits ? 'success.title_queue' : 'success.title')}
      </h1>
      <p className="told">
        {t('success.received')} <b {...localized(group.name)} /> {t('success.for_name', { name })}{' '}
        {t('success.reference')} <b className="num">{receipt.reference}</b>.
      </p>
      <ul className="next">
        <Step icon="mail" title={t('success.mail')}>
          {t('success.mail_text', { email: receipt.email })}
        </Step>
        <Step icon={waits ? 'hourglass' : 'user-check'} title={t(`success.${next}`)}>
          {t(`success.${next}_text`)}
        </Step>
        {!waits && <Meeting group={group} />}
      </ul>
      <form
        className="acts"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          another();
        }}
      >
        <input type="hidden" name="another" value="true" />
        {keptForAnother(entries, group.fields).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <button className="btn btn-primary" type="submit">
          {t('success.again')}
        </button>
        {!waits && (group.schedule.length > 0 || group.start_date || group.next_session) && (
          <a className="btn" href={linkTo(calendarPath(page.organization, group), here)} download>
            {t('success.calendar')}
          </a>
        )}
        {scripted && (
          <button className="btn" type="button" onClick={() => window.print()}>
            {t('success.print')}
          </button>
        )}
        <a className="btn" href={linkTo(othersPath(page.organization, group.category), here)}>
          {t('success.groups')}
        </a>
      </form>
      <OnPaper page={page} group={group} />
    </section>
  );
}

/**
 * Ignores what is left of a double click on the button that sent the form, until a press of its own: it would take the focus
 * off the heading, or follow a link that came under the finger. Returns how to stop.
 */
function ignoreSecondPress(): () => void {
  const presses = ['mousedown', 'click'] as const;
  const ignore = (event: MouseEvent) => (event.detail > 1 ? event.preventDefault() : stop());
  const stop = () => {
    for (const press of presses) document.removeEventListener(press, ignore);
  };
  for (const press of presses) document.addEventListener(press, ignore);
  return stop;
}

/** Adds to a printed receipt when and where the group meets and the organisation's contacts; the screen shows them elsewhere. */
function OnPaper({ page: { organization }, group }: Pick<Props, 'page' | 'group'>) {
  const { phone_number, email } = organization;
  const address = postalAddress(organization, usePage());
  return (
    <div className="on-paper">
      <Facts group={group} />
      <p>
        {[address, phone_number, email].filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </div>
  );
}

function Step({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        <span>{children}</span>
      </div>
    </li>
  );
}

/** The session with which the group begins, or the next one; nothing without a timetable. */
function Meeting({ group }: { group: PublicGroupPage }) {
  const { language } = usePage();
  const t = useInsteadTexts();
  const session = group.next_session;
  const place = session?.other_location_name ?? group.location_name;
  if (!session) return null;
  return (
    <Step icon="calendar-event" title={t(session.first ? 'success.first' : 'success.following')}>
      {t('success.meeting_text', {
        day: `${weekdayName(dayOf(session.date), language)}, ${formatDay(session.date, language)}`,
        time: formatTime(session.start_time, language),
      })}
      {place && `, ${place}`}
    </Step>
  );
}
