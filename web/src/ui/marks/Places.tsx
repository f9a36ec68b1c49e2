import classes from './Places.module.css';

type PlacesProps = { taken: number /** Null: unlimited, which shows no ticks. */; limit: number | null };

/** Number of ticks for a limit, and of filled ones: one per place up to 30, above that 20 in proportion. */
export function ticksOf(taken: number, limit: number): { ticks: number; filled: number } {
  if (limit <= 30) return { ticks: limit, filled: Math.min(taken, limit) };
  const share = Math.round((Math.min(taken, limit) / limit) * 20);
  // A place taken, or one still free, must be seen as such.
  const filled = Math.min(Math.max(share, taken > 0 ? 1 : 0), taken < limit ? 19 : 20);
  return { ticks: 20, filled };
}

/** Places of a group as ticks in a register. Stands beside the words that say the same, so it is hidden from assistive technology. */
export function Places({ taken, limit }: PlacesProps) {
  if (limit === null || limit < 1) return null;
  const { ticks, filled } = ticksOf(taken, limit);
  const width = ticks * 6 - 2;
  return (
    <svg
      className={classes.places}
      data-places
      width={width}
      height="12"
      aria-hidden="true"
      focusable="false"
    >
      {filled > 0 && <path className={classes.taken} d={row(0, filled)} />}
      {filled < ticks && <path className={classes.free} d={row(filled, ticks)} />}
    </svg>
  );
}

/** The ticks between two positions as one path, which a long list of groups draws faster than a shape per place. */
function row(from: number, to: number): string {
  return `M${from * 6} 0h4v12h-4z${'m6 0h4v12h-4z'.repeat(to - from - 1)}`;
}
