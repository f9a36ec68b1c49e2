import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { wholeTexts } from '../../lib/text/i18n.ts';

/** Milliseconds after which a page that stands fetches what it may ask next. */
const AHEAD = 5_000;

/**
 * A part whose code and texts come when it is first shown: a dialog, a form, a palette. Until they are there `fallback`
 * is shown; a fetch that fails leaves the part to the page's own failure.
 *
 * @returns the component; its `preload` fetches ahead, on intent for instance
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ComponentType,
) {
  const fetchAll = async () => (await Promise.all([load(), wholeTexts()]))[0];
  const Part = lazy(async () => ({ default: await fetchAll() }));
  const Fallback = fallback;
  const OnDemand = (props: Props) => (
    <Suspense fallback={Fallback && <Fallback />}>
      <Part {...props} />
    </Suspense>
  );
  const preload = () => {
    fetchAll().catch(() => {});
  };
  return Object.assign(OnDemand, { preload });
}

/** The same for a dialog that its page always holds: its code comes when it first opens, or when the page has time. */
export function whenOpened<Props extends { opened: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Part = onDemand<Props>(async () => {
    const Dialog = await load();
    return (props) => {
      // opens after it is there, so that it knows where the focus was
      const [isThere, setThere] = useState(false);
      useEffect(() => setThere(true), []);
      return <Dialog {...props} opened={props.opened && isThere} />;
    };
  });
  return function WhenOpened(props: Props) {
    const [isWanted, setWanted] = useState(props.opened);
    if (props.opened && !isWanted) setWanted(true);
    useEffect(() => {
      const timer = setTimeout(Part.preload, AHEAD);
      return () => clearTimeout(timer);
    }, []);
    return isWanted ? <Part {...props} /> : null;
  };
}
