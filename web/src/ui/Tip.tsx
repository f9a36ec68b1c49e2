import {
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { onDemand } from './dialog/on-demand.tsx';
import classes from './tip.module.css';

const TipBubble = onDemand(async () => (await import('./TipBubble.tsx')).TipBubble);

/** Milliseconds for which a pointer rests before the tip is shown. */
const DELAY = 300;

type TipProps = {
  label: string;
  /** A single element, which has the label as its name, too. */
  children: ReactElement;
};

/** A tip beside an icon's button while a mouse or the keyboard is on it; costs nothing until then. */
export function Tip({ label, children }: TipProps) {
  const around = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  // not shown: the bubble was, and may be again
  const [isShown, setShown] = useState<boolean>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = () => {
    isWanted.current = false;
    clearTimeout(timer.current);
    setShown((now) => now && false);
  };
  const show = async () => {
    isWanted.current = true;
    // a page without it is better than none
    const isThere = await TipBubble.preload();
    if (isThere && isWanted.current) setShown(true);
  };
  const enter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return;
    void TipBubble.preload();
    clearTimeout(timer.current);
    timer.current = setTimeout(show, DELAY);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be pressed is inside
    <span
      ref={around}
      className={classes.around}
      onPointerEnter={enter}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) void show();
      }}
      onBlur={hide}
    >
      {children}
      {isShown !== undefined && <TipOf around={around} label={label} isShown={isShown} onHide={hide} />}
    </span>
  );
}

type TipOfProps = {
  around: RefObject<HTMLSpanElement | null>;
  label: string;
  isShown: boolean;
  onHide: () => void;
};

function TipOf({ around, label, isShown, onHide }: TipOfProps) {
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onHide();
  });
  useEffect(() => {
    if (!isShown) return;
    const listen = (event: KeyboardEvent) => press(event);
    // before a dialog keeps the key for itself
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [isShown]);
  const target = around.current?.firstElementChild;
  return target instanceof HTMLElement && <TipBubble target={target} label={label} opened={isShown} />;
}
