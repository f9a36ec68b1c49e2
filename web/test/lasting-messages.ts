import { vi } from 'vitest';
import { type Notification, notificationStore } from '../src/ui/notice/notify.ts';

// By the clock a message is gone before a busy machine has looked for it. It stays until the next test begins, unless a test moves the
// clock itself.
const { get } = notificationStore;
const lasting = new WeakMap<readonly Notification[], readonly Notification[]>();

notificationStore.get = () => {
  const shown = get();
  if (vi.isFakeTimers()) return shown;
  const known = lasting.get(shown) ?? shown.map((one) => ({ ...one, timeout: null }));
  lasting.set(shown, known);
  return known;
};
