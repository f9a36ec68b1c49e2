import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a form's `ErrorSummary` after each refusal.
 *
 * @param refusals how often the form was refused so far
 * @returns what the summary takes as its `ref`
 */
export function useSummaryFocus(refusals: number): RefObject<{ focus: () => void } | null> {
  const summary = useRef<{ focus: () => void }>(null);
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);
  return summary;
}
