/** The season of a group by the years of its days: `2026`, `2026/27`, `2026–2029`; null without a first day. */
export function seasonOf({
  start_date,
  end_date,
}: {
  start_date: string | null;
  end_date: string | null;
}): string | null {
  if (!start_date) return null;
  const from = start_date.slice(0, 4);
  const to = end_date?.slice(0, 4) ?? from;
  if (to === from) return from;
  return Number(to) - Number(from) === 1 ? `${from}/${to.slice(2)}` : `${from}–${to}`;
}
