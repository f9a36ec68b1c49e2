import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { fetchLaterCalls } from '../../lib/api.ts';
import { wholeTexts } from '../../lib/text/i18n.ts';

/** Milliseconds after which a page that stands fetches what it may ask next. */
const AHEAD = 5_000;

/** Fetches parts ahead once the page that may ask for them stands. */
export function useFetchedAhead(fetchParts: () => unknown): void {
  const latest = useRef(fetchParts);
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), AHEAD);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * A part whose code and texts come when it is first shown: a dialog, a form, a palette. Until they are there `fallback`
 * is shown, never when they were fetched ahead; a fetch that fails leaves the part to the page's own failure.
 *
 * @returns the component; its `preload` fetches ahead, on intent for instance, and resolves to whether all of it is there
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ComponentType,
) {
  let there: ComponentType<Props> | undefined;
  const fetchAll = async () => {
    // what fails is met where a call is made
    fetchLaterCalls().catch(() => {});
    [there] = await Promise.all([load(), wholeTexts()]);
    return there;
  };
  const Part = lazy(async () => ({ default: await fetchAll() }));
  const Fallback = fallback;
  const OnDemand = (props: Props) => {
    // a lazy component waits once even if its code is there, and what waits flashes
    const [Ready] = useState(() => there);
    return Ready ? (
      <Ready {...props} />
    ) : (
      <Suspense fallback={Fallback && <Fallback />}>
        <Part {...props} />
      </Suspense>
    );
  };
  const preload = async () =>
    fetchAll().then(
      () => true,
      () => false,
    );
  return Object.assign(OnDemand, { preload });
}

/** The same for a part far down its page: its code comes when it is nearly in sight, or when the page has time. */
export function whenNear<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType,
) {
  const Part = onDemand<Props>(load, Waiting);
  return function WhenNear(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    const [isWanted, setWanted] = useState(false);
    useFetchedAhead(() => setWanted(true));
    useEffect(() => {
      // half a screen before it is seen
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) setWanted(true);
        },
        { rootMargin: '50% 0px' },
      );
      if (place.current) observer.observe(place.current);
      return () => observer.disconnect();
    }, []);
    if (isWanted) return <Part {...props} />;
    return (
      <div ref={place}>
        <Waiting />
      </div>
    );
  };
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
    useFetchedAhead(Part.preload);
    return isWanted ? <Part {...props} /> : null;
  };
}
