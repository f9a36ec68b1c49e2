const dayLength = 24 * 60 * 60 * 1000;

/** The day (`YYYY-MM-DD`) `days` later; null for null and for days outside the calendar. */
export function movedDay(day: string | null, days: number): string | null {
  if (day === null) return null;
  const moved = new Date(Date.parse(`${day}T00:00Z`) + days * dayLength);
  return Number.isNaN(moved.getTime()) ? null : moved.toISOString().slice(0, 10);
}
