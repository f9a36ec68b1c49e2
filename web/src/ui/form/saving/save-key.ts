type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Whether a key saves: Ctrl+S, or ⌘S. */
export const isSaveKey = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey;
