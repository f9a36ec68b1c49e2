const dayMs = 86_400_000;

/** Today in Ljubljana, where both schools of the demo are, `YYYY-MM-DD`. */
export function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Ljubljana' }).format(new Date());
}

/** The day so many days later, both `YYYY-MM-DD`. */
export function moved(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of the week of a day, both `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  return moved(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}

/** A day as Slovenian pages say it: `1. 9. 2026`. */
export function spoken(day: string): string {
  return day.split('-').reverse().map(Number).join('. ');
}

/** A day as Slovenian fields take and show it: `01.09.2026`. */
export function typed(day: string): string {
  return day.split('-').reverse().join('.');
}
