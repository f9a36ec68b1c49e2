/** What is open over the page: the palette, the list of shortcuts, or nothing. Menu and keys open it from anywhere. */
export type Command = 'palette' | 'shortcuts';

let current: Command | null = null;
let sought = '';
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the palette or the shortcuts, or closes what is open. */
export function openCommand(next: Command | null): void {
  current = next;
  sought = '';
  tell();
}

/** What the palette looks for; kept here because people type before it is there. */
export function seek(text: string): void {
  sought = text;
  tell();
}

/** For `useSyncExternalStore`. */
export const commandStore = { get: (): Command | null => current, subscribe };
export const soughtStore = { get: (): string => sought, subscribe };
