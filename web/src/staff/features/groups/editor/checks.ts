import type { problemsOf } from './problems.ts';

let there: typeof problemsOf | undefined;

/** Fetches the checks of the form, which bring the contract's schemas along; rejects when they can't be had. */
export async function fetchChecks(): Promise<void> {
  there ??= (await import('./problems.ts')).problemsOf;
}

/** Whether the checks have come. */
export const hasChecks = (): boolean => there !== undefined;

/** Everything that is wrong with the editor's values; nothing before `fetchChecks`, which every save waits for. */
export const problemsSoFar: typeof problemsOf = (...args) => there?.(...args) ?? [];
