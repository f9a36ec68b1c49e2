import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveKey } from '../../page.tsx';
import { usePage } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { Failure } from '../send.ts';

type Props = {
  failure: Failure;
  /** Absent when the form was sent without script; the text then explains how to retry. */
  retry?: (() => void) | undefined;
  /** Fetches the questions as they are now. */
  renew?: (() => Promise<void>) | undefined;
};

/** Why the form was not taken, and the way on. Nothing that was filled in is lost. */
export function FailureNotice({ failure, retry, renew }: Props) {
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
      : failure.kind === 'full' && !failure.queue
        ? 'failures.full_closed'
        : `failures.${failure.kind}`;
  return (
    <p ref={notice} className="failure" role="alert">
      <Icon name="alert-circle" />
      <span>
        {t(key)}
        {failure.kind === 'changed' && renew && <RenewButton renew={renew} />}
      </span>
    </p>
  );
}

function RenewButton({ renew }: { renew: () => Promise<void> }) {
  const { t } = usePage();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await renew();
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="btn"
      aria-disabled={busy || undefined}
      onClick={() => !busy && void press()}
    >
      {t('failures.renew')}
    </button>
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
