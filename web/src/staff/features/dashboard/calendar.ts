/** Positions of sessions in the week's grid: pure functions over local wall time, independent of daylight saving. */
import { minutesOf } from '@vpisnik/contract/rules/schedule';

type Timed = { start_time: string; duration: number };

export type Placed<S> = {
  session: S;
  /** Minutes since midnight; a session past midnight ends with its day. */
  start: number;
  end: number;
  /** Index among `lanes` equal columns, from 0. */
  lane: number;
  lanes: number;
};

const dayEnd = 24 * 60;

/** Puts a day's sessions side by side where they overlap: as few lanes as each cluster of overlapping ones needs. */
export function layoutDay<S extends Timed>(sessions: readonly S[]): Placed<S>[] {
  const placed = sessions
    .map((session) => {
      const start = minutesOf(session.start_time);
      return { session, start, end: Math.min(start + session.duration, dayEnd), lane: 0, lanes: 1 };
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let cluster: Placed<S>[] = [];
  let clusterEnd = 0;
  /** When each lane of the cluster is free again. */
  let free: number[] = [];
  for (const one of placed) {
    if (one.start >= clusterEnd) {
      cluster = [];
      free = [];
    }
    const open = free.findIndex((until) => until <= one.start);
    one.lane = open < 0 ? free.length : open;
    free[one.lane] = one.end;
    cluster.push(one);
    clusterEnd = Math.max(clusterEnd, one.end);
    for (const other of cluster) other.lanes = free.length;
  }
  return placed;
}

/** Whether sessions of a day overlap. */
export function hasOverlaps(sessions: readonly (Timed & { date: string })[]): boolean {
  const days = Map.groupBy(sessions, ({ date }) => date);
  return [...days.values()].some((ofDay) => layoutDay(ofDay).some(({ lanes }) => lanes > 1));
}

/** A run of hours, `[from, to)`; a folded one is empty all week and takes one line. */
export type Stretch = { from: number; to: number; folded: boolean };

/** Runs of empty hours shorter than this stay as they are: folding them would save nothing. */
const shortest = 2;

/** The hours of a week from the first to the last with a session; longer runs without any are folded. */
export function stretchesOf(sessions: readonly Timed[]): Stretch[] {
  const busy = new Set<number>();
  for (const { start_time, duration } of sessions) {
    const start = minutesOf(start_time);
    const end = Math.min(start + duration, dayEnd);
    for (let hour = Math.floor(start / 60); hour * 60 < end; hour++) busy.add(hour);
  }
  if (busy.size === 0) return [];
  const [first, last] = [Math.min(...busy), Math.max(...busy)];
  const stretches: Stretch[] = [];
  for (let hour = first; hour <= last; hour++) {
    const now = stretches.at(-1);
    if (now && now.folded === !busy.has(hour)) now.to = hour + 1;
    else stretches.push({ from: hour, to: hour + 1, folded: !busy.has(hour) });
  }
  return joined(stretches.map((one) => ({ ...one, folded: one.folded && one.to - one.from >= shortest })));
}

/** Neighbours that are both open become one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  return stretches.reduce<Stretch[]>((all, one) => {
    const last = all.at(-1);
    if (last && !last.folded && !one.folded) last.to = one.to;
    else all.push({ ...one });
    return all;
  }, []);
}

/** Heights in pixels of an hour and of a folded line. */
export const hourHeight = 66;
export const foldHeight = 30;

/** Stretches with their place from the top, and the whole height. */
export function measured(stretches: readonly Stretch[]) {
  let top = 0;
  const rows = stretches.map((stretch) => {
    const height = stretch.folded ? foldHeight : (stretch.to - stretch.from) * hourHeight;
    const row = { ...stretch, top, height };
    top += height;
    return row;
  });
  return { rows, height: top };
}

export type Measured = ReturnType<typeof measured>;

/** Pixels from the top of a minute of the day; null where the grid does not reach, or in a folded line. */
export function topOf(minute: number, { rows }: Measured): number | null {
  const row = rows.find(({ from, to, folded }) => !folded && minute >= from * 60 && minute <= to * 60);
  return row ? row.top + ((minute - row.from * 60) / 60) * hourHeight : null;
}
