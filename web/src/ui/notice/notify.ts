import { errorText } from '../../lib/form/error-text.ts';
import type { MessageKey } from '../../lib/text/i18n.ts';
import type { Translate, Values } from '../../lib/text/translate.ts';

/** The spec's constants of the stack: milliseconds and pixels. */
const notificationTimeout = 3000;
/** Errors need longer to be read, in milliseconds. */
const errorTimeout = 10_000;
export const stackOffset = 8;
/** Between a message and the next. */
export const stackGap = 8;
/** Of a message of one line or two. */
export const messageHeight = 52;

export type NotificationColor = 'success' | 'info' | 'warning' | 'error';

type Action = { label: MessageKey; run: () => void };

type Text =
  | { translate?: true; message: MessageKey; values?: Values }
  | { /** The message is shown as it is. */ translate: false; message: string };

/** How a message looks, how long it stays, and what it offers. */
export type NotifyOptions = {
  color?: NotificationColor;
  /** Milliseconds until it goes; null: until closed. */
  timeout?: number | null;
  /** The text that says that this act failed. A new message about an act replaces its errors. */
  act?: MessageKey;
  /** One thing to do about it, for instance Undo. */
  action?: Action;
};

export type Notification = {
  id: number;
  message: string;
  translate: boolean;
  values: Values;
  color: NotificationColor;
  timeout: number | null;
  created_at: number;
  action?: Action;
  act?: MessageKey;
};

let notifications: readonly Notification[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Notification[]): void {
  notifications = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the bottom right; by default a key that is translated when shown. Answers its id. */
export function notify(options: Text & NotifyOptions): number {
  const { message, color = 'success', action, act } = options;
  const id = nextId++;
  set([
    ...notifications.filter((one) => !act || one.act !== act || one.color !== 'error'),
    {
      id,
      message,
      translate: options.translate !== false,
      values: options.translate !== false ? (options.values ?? {}) : {},
      color,
      timeout:
        options.timeout === undefined
          ? color === 'error'
            ? errorTimeout
            : notificationTimeout
          : options.timeout,
      created_at: Date.now(),
      ...(action && { action }),
      ...(act && { act }),
    },
  ]);
  return id;
}

/** Says that an act failed, in the words of the error if there are some, until it is tried again. */
export function notifyFailure(error: unknown, t: Translate<MessageKey>, act: MessageKey): number {
  return notify({ translate: false, message: errorText(error, t, act), color: 'error', act });
}

/** Takes away the errors of an act that succeeds without a word. */
export function forgetFailure(act: MessageKey): void {
  set(notifications.filter((one) => one.act !== act || one.color !== 'error'));
}

/** Removes a message. */
export function dismiss(id: number): void {
  set(notifications.filter((one) => one.id !== id));
}

/** Removes all of them, as at sign-out. */
export function dismissAll(): void {
  set([]);
}

/** The messages shown now, oldest first. */
export const notificationStore = {
  get: (): readonly Notification[] => notifications,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
