import type { PublicGroupPage } from '@vpisnik/contract/public';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { opening } from '../../groups/facts.ts';
import { usePage } from '../../page.tsx';
import { fetchGroup } from '../send.ts';
import { Closed } from './Closed.tsx';
import { useInsteadTexts } from './instead-texts.ts';

type Props = { page: ApplyPage; group: PublicGroupPage; onChange: (group: PublicGroupPage) => void };

const SECOND = 1000;

/** Counts down to the opening of applications and then shows the form automatically. */
export function NotYet({ page, group, onChange }: Props) {
  const here = usePage();
  const { now } = here;
  const t = useInsteadTexts();
  const opens = Date.parse(group.apply_from ?? now);
  const [left, setLeft] = useState(opens - Date.parse(now));
  // by the server's clock, which decides; the visitor's may be wrong
  const known = useRef(momentOf(Date.parse(now)));
  const tick = useEffectEvent(async () => {
    const { at, steady } = known.current;
    const isLost = hasSlept(known.current);
    const remaining = opens - (at + monotonic() - steady);
    if (!isLost) {
      setLeft(remaining);
      if (remaining > 0) return Math.min(SECOND, remaining);
    }
    const present = await fetchGroup(page.organization, group);
    if (present && present.group.enrolment !== 'not_yet') onChange(present.group);
    else if (present && isLost) {
      known.current = momentOf(present.now);
      return 0;
    }
    // random delay, since all waiting browsers would otherwise ask again at the same moment
    return SECOND * (1 + 3 * Math.random());
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const loop = async () => {
      const wait = await tick();
      if (!stopped) timer = setTimeout(() => void loop(), wait);
    };
    void loop();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return (
    <Closed page={page} group={group} title={t('closed.not_yet')}>
      <p>{group.apply_from && opening(group.apply_from, page.organization.time_zone, here)}</p>
      <p>
        {left > 0 ? (
          <>
            {t('closed.remaining')}{' '}
            <b className="num" role="timer">
              {clock(left, (count) => t('closed.days', { count }))}
            </b>
          </>
        ) : (
          t('closed.opening')
        )}
      </p>
      <p className="dim">{t('closed.not_yet_text')}</p>
    </Closed>
  );
}

/** An instant of the server, with this device's monotonic and wall clocks at the time; all in milliseconds. */
type Moment = { at: number; steady: number; wall: number };
const momentOf = (at: number): Moment => ({ at, steady: monotonic(), wall: Date.now() });

/** Whether the device slept, which may stop its monotonic clock, or its wall clock was set. */
const hasSlept = ({ steady, wall }: Moment) =>
  Math.abs(Date.now() - wall - (monotonic() - steady)) > 5 * SECOND;

const monotonic = () => (typeof performance === 'undefined' ? 0 : performance.now());

/** `2 dni 03:14:09`. */
function clock(milliseconds: number, days: (count: number) => string): string {
  const seconds = Math.ceil(milliseconds / SECOND);
  const whole = Math.floor(seconds / 86_400);
  const time = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return whole > 0 ? `${days(whole)} ${time}` : time;
}
