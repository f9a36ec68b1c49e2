import { inZone } from '@vpisnik/contract/rules/format';
import { useEffect, useState } from 'react';

const halfMinute = 30_000;

/** Today and the time in a zone, kept up to the minute. */
export function useNow(timeZone: string): { day: string; time: string } {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), halfMinute);
    return () => clearInterval(timer);
  }, []);
  return inZone(now, timeZone);
}
