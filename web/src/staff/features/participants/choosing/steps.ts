import { useEffect } from 'react';
import { selectByKeys } from './row-keys.ts';
import type { Choice } from './use-choice.ts';

/** The steps from the shown rows to all that match and back, where there are more. */
export function stepsOf({ choose, selection, shown, last }: Choice) {
  const { total = shown.length, as_of } = last ?? {};
  return {
    total,
    isPage: shown.length > 0 && shown.every((id) => selection.selected.has(id)),
    onShown: () => choose({ kind: 'some', ids: new Set(shown) }),
    onAll:
      as_of !== undefined && total > shown.length
        ? () => choose({ kind: 'all', except: new Set(), total, asOf: as_of })
        : undefined,
  };
}

/** Lets the keys that are pressed in the table choose. */
export function useRowKeys({ selection, shown, keys }: Choice, onAll: (() => void) | undefined): void {
  useEffect(() => {
    const { selected, onChange } = selection;
    keys.current = (event) => selectByKeys(event, { ids: shown, selected, onChange, onAll });
  });
}
