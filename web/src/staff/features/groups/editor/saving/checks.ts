import { wholeTexts } from '../../../../../lib/text/i18n.ts';
import type { problemsOf } from './problems.ts';

let there: typeof problemsOf | undefined;

/** Fetches the checks of the form with the contract's schemas and their texts; rejects when they can't be had. */
export async function fetchChecks(): Promise<void> {
  if (there) return;
  const [{ problemsOf }] = await Promise.all([import('./problems.ts'), wholeTexts()]);
  there = problemsOf;
}

/** Whether the checks have come. */
export const hasChecks = (): boolean => there !== undefined;

/** Everything that is wrong with the editor's values; nothing before `fetchChecks`, which every save waits for. */
export const problemsSoFar: typeof problemsOf = (...args) => there?.(...args) ?? [];
