/** What is open over the page: the palette, the list of shortcuts, or nothing. Menu and keys open it from anywhere. */
export type Command = 'palette' | 'shortcuts';

let current: Command | null = null;
const listeners = new Set<() => void>();

/** Opens the palette or the shortcuts, or closes what is open. */
export function openCommand(next: Command | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const commandStore = {
  get: (): Command | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
