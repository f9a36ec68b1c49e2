/** Overlay that the menu and keys open from anywhere: the palette, or the list of shortcuts. */
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

/** Opens the palette or the shortcuts; null closes the open one. */
export function openCommand(next: Command | null): void {
  current = next;
  sought = '';
  tell();
}

/** Sets the search of the palette; kept here because users type before the palette's chunk has loaded. */
export function seek(text: string): void {
  sought = text;
  tell();
}

/** For `useSyncExternalStore`. */
export const commandStore = { get: (): Command | null => current, subscribe };
export const soughtStore = { get: (): string => sought, subscribe };
