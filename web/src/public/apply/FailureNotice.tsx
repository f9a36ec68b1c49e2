import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveKey } from '../page.tsx';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import type { Failure } from './send.ts';

const texts: Record<'closed' | 'failed' | 'offline' | 'refused', LiveKey> = {
  closed: 'failures.closed',
  failed: 'failures.failed',
  offline: 'failures.offline',
  refused: 'failures.refused',
};

type Props = {
  failure: Failure;
  /** Absent without script; the text then explains how to retry. */
  retry?: () => void;
};

/** Why the form was not taken, and the way on. Nothing that was filled in is lost. */
export function FailureNotice({ failure, retry }: Props) {
  const { t } = usePage();
  const reconnected = useEffectEvent(() => {
    if (failure.kind === 'offline') retry?.();
  });
  useEffect(() => {
    const listen = () => reconnected();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);
  const notice = useInView();
  if (failure.kind === 'busy' && retry) return <Busy seconds={failure.seconds} retry={retry} />;
  const key: LiveKey =
    failure.kind === 'busy'
      ? 'failures.busy_manual'
      : failure.kind === 'full'
        ? failure.queue
          ? 'failures.full'
          : 'failures.full_closed'
        : texts[failure.kind];
  return (
    <p ref={notice} className="failure" role="alert">
      <Icon name="alert-circle" />
      {t(key)}
    </p>
  );
}

/** Brings a notice into view when it appears: it stands above a button that is at the end of the window. */
function useInView() {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return notice;
}

/** Counts down and retries automatically. */
function Busy({ seconds, retry }: { seconds: number; retry: () => void }) {
  const { t } = usePage();
  const [left, setLeft] = useState(seconds);
  const notice = useInView();
  const tick = useEffectEvent(() => {
    if (left > 1) setLeft(left - 1);
    else retry();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p ref={notice} className="failure" role="timer">
      <Icon name="clock" />
      {t('failures.busy', { count: left })}
    </p>
  );
}
