import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import type { Wire } from '../choosing/wire.ts';

/** The selection that a dialog asks about, and how many it is said to hold. */
export function useAsked<Filters>(given: Wire<Filters>) {
  const [selection, setSelection] = useState(given);
  const [hasChanged, setChanged] = useState(false);
  return {
    selection,
    total: 'ids' in selection ? selection.ids.length : selection.expected_count,
    hasChanged,
    /** Takes in that it holds another number than was shown: nothing was done, and it is asked anew. Says whether it does. */
    takeCount(error: unknown): boolean {
      const count = error instanceof ApiError && error.code === 'selection_changed' && error.problem?.count;
      if (!count || !('filter' in selection) || count === selection.expected_count) return false;
      setSelection({ ...selection, expected_count: count });
      setChanged(true);
      return true;
    },
  };
}
