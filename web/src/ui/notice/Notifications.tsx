import { ActionIcon, Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import {
  type CSSProperties,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type MessageKey, useI18n } from '../../lib/text/i18n.ts';
import classes from './Notifications.module.css';
import {
  dismiss,
  messageHeight,
  type Notification,
  type NotificationColor,
  notificationStore,
  stackGap,
  stackOffset,
} from './notify.ts';

const icons: Record<NotificationColor, typeof IconCheck> = {
  success: IconCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
};

/**
 * The stack of messages at the bottom right; one per app. Time stands still while the pointer or focus is on it. F8 leads to the
 * latest: it would be gone before Tab came to its Undo.
 */
export function NotificationStack() {
  const { t } = useI18n();
  const all = useSyncExternalStore(notificationStore.subscribe, notificationStore.get);
  const stack = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [paused, setPaused] = useState(false);
  // each stands on those before, however long they are
  const [heights, setHeights] = useState<Record<number, number>>({});
  const measured = useCallback(
    (id: number, height: number) =>
      setHeights((known) => (known[id] === height ? known : { ...known, [id]: height })),
    [],
  );
  const look = () => setPaused(stack.current?.matches(':hover, :focus-within') ?? false);
  // A message that goes away under the pointer or the focus fires no leave or blur.
  useEffect(look);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      const latest = Math.max(...notificationStore.get().map(({ id }) => id));
      const toast = stack.current?.querySelector(`[data-close="${latest}"]`)?.parentElement;
      if (!toast) return;
      event.preventDefault();
      toast.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = (id: number) => {
    const others = [...(stack.current?.querySelectorAll<HTMLElement>('[data-close]') ?? [])];
    const next = others.find((button) => button.dataset.close !== String(id)) ?? cameFrom.current;
    const hadFocus = stack.current?.contains(document.activeElement);
    dismiss(id);
    if (hadFocus && next instanceof HTMLElement) next.focus();
  };
  const shown = all.map((one, at) => ({
    one,
    fromEdge: all
      .slice(0, at)
      .reduce((sum, { id }) => sum + (heights[id] ?? messageHeight) + stackGap, stackOffset),
  }));
  const list = (errors: boolean) =>
    shown
      .filter(({ one }) => (one.color === 'error') === errors)
      .map(({ one, fromEdge }) => (
        <Toast
          key={one.id}
          notification={one}
          fromEdge={fromEdge}
          paused={paused}
          onMeasure={measured}
          onClose={close}
        />
      ));
  return (
    <section
      ref={stack}
      aria-label={t('ui.notifications.region')}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(stack.current?.matches(':focus-within') ?? false)}
      onFocus={(event) => {
        if (!stack.current?.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
        setPaused(true);
      }}
      onBlur={(event) => {
        if (!stack.current?.contains(event.relatedTarget))
          setPaused(stack.current?.matches(':hover') ?? false);
      }}
    >
      {/* Both regions exist before they are filled, or nothing would be announced. */}
      <div aria-live="polite">{list(false)}</div>
      <div aria-live="assertive">{list(true)}</div>
    </section>
  );
}

type ToastProps = {
  notification: Notification;
  /** Pixels from the edge that the stack begins at. */
  fromEdge: number;
  paused: boolean;
  onMeasure: (id: number, height: number) => void;
  onClose: (id: number) => void;
};

function Toast({ notification, fromEdge, paused, onMeasure, onClose }: ToastProps) {
  const { t } = useI18n();
  const { id, message, translate, values, color, timeout, action } = notification;
  const box = useRef<HTMLDivElement>(null);
  const left = useRef(timeout);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => onMeasure(id, current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, [id, onMeasure]);
  useEffect(() => {
    if (left.current === null || paused) return;
    const started = Date.now();
    const timer = setTimeout(() => dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      if (left.current !== null) left.current -= Date.now() - started;
    };
  }, [id, paused]);
  const Icon = icons[color];
  return (
    <div
      ref={box}
      className={classes.toast}
      data-color={color}
      style={{ '--from-edge': `${fromEdge}px` } as CSSProperties}
    >
      <Icon size={18} stroke={2} className={classes.icon} aria-hidden />
      <span className={classes.message}>{translate ? t(message as MessageKey, values) : message}</span>
      {action && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            action.run();
            onClose(id);
          }}
        >
          {t(action.label)}
        </Button>
      )}
      <ActionIcon
        className={classes.close ?? ''}
        onClick={() => onClose(id)}
        data-close={id}
        aria-label={t('ui.notifications.close')}
      >
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}
