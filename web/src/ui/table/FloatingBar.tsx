import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './FloatingBar.module.css';

type FloatingBarProps = { label: string; children: ReactNode };

/**
 * The moss bar that floats at the bottom of a page while something is unsaved or selected. Buttons in it: `data-on`
 * marks the main one; `data-wide` hides a part on a phone. Notifications stack above it. A bar that goes gives the focus of the
 * keyboard back.
 */
export function FloatingBar({ label, children }: FloatingBarProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const lift = new ResizeObserver(() =>
      root.style.setProperty('--bar-lift', `${element.offsetHeight + 16}px`),
    );
    lift.observe(element);
    return () => {
      lift.disconnect();
      root.style.removeProperty('--bar-lift');
    };
  }, []);
  const cameFrom = useRef<Element>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    return () => {
      const back = cameFrom.current;
      if (current?.querySelector(':focus-visible') && back instanceof HTMLElement) back.focus();
    };
  }, []);
  return (
    <section
      className={classes.bar}
      aria-label={label}
      ref={bar}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
    >
      {children}
    </section>
  );
}
