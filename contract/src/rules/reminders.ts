/** Reminders of payments. */

/** Days within which nobody is reminded again. */
export const REMINDER_PAUSE = 7;

/** Days after which the last statement is too old to tell who has not paid. */
export const STATEMENT_AGE = 3;

/** Most days before the due day, after it, and after it once more. */
export const reminderLimits = { before: 30, after: 60, again: 120 } as const;

/** The days of an organisation that has not chosen any; the first two are as far apart as the pause is long. */
export const reminderDays = { remind_before: 3, remind_after: 4, remind_again: 14 } as const;

/** Whether the second reminder comes after the first; null: there is none. */
export const areInOrder = (after: number | null, again: number | null): boolean =>
  after === null || again === null || again > after;
