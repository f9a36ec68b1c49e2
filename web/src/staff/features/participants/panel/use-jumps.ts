import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const jumps = ['application', 'payments', 'notes', 'mails', 'history'] as const;

/** A part of the panel, as a section names it in `data-jump`; sections without one belong to the application. */
export type Jump = (typeof jumps)[number];

/** Pixels below the head at which a section begins to be looked at. */
const slack = 24;

/**
 * The parts that the panel around a row of buttons has, the one that is looked at, and the way to each. Sections come and
 * go with their data, so what stands in the page decides.
 *
 * @param row stands in the head of the panel, which the sections follow
 */
export function useJumps(row: RefObject<HTMLElement | null>) {
  const [there, setThere] = useState<readonly Jump[]>([]);
  const [current, setCurrent] = useState<Jump>('application');
  const jumped = useRef<{ to: Jump; top: number }>(null);
  useLayoutEffect(() => {
    const { head, panel, sections } = placesOf(row.current);
    if (!head || !panel || !sections) return;
    const look = () => {
      const found = jumps.filter((jump) => sections.querySelector(`[data-jump="${jump}"]`));
      setThere((before) => (before.join() === found.join() ? before : found));
      panel.style.setProperty('--head', `${head.offsetHeight}px`);
      // the last parts may be too short to get up to the head: one that was jumped to is the one until the panel is scrolled
      if (jumped.current?.top !== panel.scrollTop) jumped.current = null;
      setCurrent(jumped.current?.to ?? partAt(sections, lineOf(panel, head)));
    };
    look();
    const sizes = new ResizeObserver(look);
    for (const one of [head, panel, sections]) sizes.observe(one);
    panel.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      panel.removeEventListener('scroll', look);
    };
  }, [row]);
  // On a phone not all of them fit. Not by `scrollIntoView`, which would move the panel too.
  useEffect(() => {
    const button = row.current?.children[there.indexOf(current)];
    if (!row.current || !(button instanceof HTMLElement)) return;
    row.current.scrollLeft = button.offsetLeft - (row.current.clientWidth - button.offsetWidth) / 2;
  }, [row, there, current]);
  const jump = (to: Jump) => {
    const { head, panel, sections } = placesOf(row.current);
    const target = sections?.querySelector<HTMLElement>(`[data-jump="${to}"]`);
    if (!head || !panel || !target) return;
    // the list beside it stays where it is
    panel.scrollTop += target.getBoundingClientRect().top - head.getBoundingClientRect().bottom;
    (target.querySelector('h3') ?? target).focus();
    jumped.current = { to, top: panel.scrollTop };
    setCurrent(to);
  };
  return { there, current, jump };
}

function placesOf(row: HTMLElement | null) {
  const head = row?.parentElement;
  return { head, panel: head?.parentElement, sections: head?.nextElementSibling };
}

/**
 * The height in the window at which a section is looked at: below the head, and going down to the end of the panel on the
 * last screen, so that each section gets there.
 */
function lineOf(panel: HTMLElement, head: HTMLElement): number {
  const top = head.getBoundingClientRect().bottom + slack;
  const view = panel.getBoundingClientRect().bottom - top;
  const room = panel.scrollHeight - panel.clientHeight;
  const last = Math.min(view, room);
  const rest = room - panel.scrollTop;
  return rest < last ? top + view * (1 - rest / last) : top;
}

/** The part to which the section at a height in the window belongs. */
function partAt(sections: Element, line: number): Jump {
  const all = [...sections.querySelectorAll<HTMLElement>(':scope > section')];
  const section = all.findLast((one) => one.getBoundingClientRect().top <= line);
  return jumps.find((jump) => jump === section?.dataset.jump) ?? 'application';
}
