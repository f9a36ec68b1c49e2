import type { MessageKey } from '../lib/i18n.ts';
import type { Values } from '../lib/translate.ts';

/** The spec's constants of the stack: milliseconds and pixels. */
const notificationTimeout = 3000;
export const stackOffset = 8;
export const stackSpacing = 60;

export type NotificationColor = 'success' | 'info' | 'warning' | 'error';

type Action = { label: MessageKey; run: () => void };

type Text =
  | { translate?: true; message: MessageKey; values?: Values }
  | { /** The message is shown as it is. */ translate: false; message: string };

type Options = {
  color?: NotificationColor;
  /** Milliseconds until it goes; null: until closed. Errors stay unless a time is given. */
  timeout?: number | null;
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
};

let notifications: readonly Notification[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Notification[]): void {
  notifications = next;
  for (const listener of listeners) listener();
}

/** Shows a message at the bottom right; by default a key that is translated when shown. Answers its id. */
export function notify(options: Text & Options): number {
  const { message, color = 'success', action } = options;
  const id = nextId++;
  set([
    ...notifications,
    {
      id,
      message,
      translate: options.translate !== false,
      values: options.translate !== false ? (options.values ?? {}) : {},
      color,
      timeout:
        options.timeout === undefined ? (color === 'error' ? null : notificationTimeout) : options.timeout,
      created_at: Date.now(),
      ...(action && { action }),
    },
  ]);
  return id;
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
