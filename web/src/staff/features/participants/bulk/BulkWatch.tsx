import { useEffect, useState } from 'react';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { useMay } from '../../../permission/Permission.tsx';

const BulkHost = onDemand(async () => (await import('./BulkHost.tsx')).BulkHost);

/** Milliseconds after which bulk work is looked for, so that the page comes first. */
const LATER = 3_000;

/** Bulk work on every screen of those who may do some. */
export function BulkWatch() {
  const may = useMay('participants.manage');
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, LATER, true);
    return () => clearTimeout(timer);
  }, []);
  return may && isLater && <BulkHost />;
}
