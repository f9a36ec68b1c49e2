import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import { isAtWork, type ListKind } from './acts.ts';

const KEY = 'vpisnik.bulk-jobs';
const CLOSED = 'vpisnik.closed-bulk-jobs';
/** Closed jobs that a browser knows; files are kept for a day. */
const MOST_CLOSED = 100;

type Stored = {
  /** Ids of jobs in the background, the oldest first, until their notice is closed; also after a reload. */
  ids: readonly string[];
  /** Those of them whose end was told. */
  told: readonly string[];
  /** The job whose result is shown. */
  opened: BulkJob | null;
  /** Lists on the screen, which show the jobs themselves. */
  lists: number;
};

type Choose = (ids: readonly string[]) => void;

type Kept = Pick<Stored, 'ids' | 'told'>;

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function read(): Kept {
  try {
    const { ids, told }: Record<string, unknown> = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ids: isIds(ids) ? ids : [], told: isIds(told) ? told : [] };
  } catch {
    return { ids: [], told: [] };
  }
}

function readClosed(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(CLOSED) ?? '[]');
    return isIds(ids) ? ids : [];
  } catch {
    return [];
  }
}

function keep({ ids, told }: Kept): void {
  try {
    if (ids.length > 0) localStorage.setItem(KEY, JSON.stringify({ ids, told }));
    else localStorage.removeItem(KEY);
  } catch {
    // a browser that refuses storage knows the jobs until the page is left
  }
}

let state: Stored | undefined;
let choices: { of: ListKind; choose: Choose } | undefined;
let wanted: { of: ListKind; ids: readonly string[] } | undefined;
const listeners = new Set<() => void>();

const get = (): Stored => {
  state ??= { ...read(), opened: null, lists: 0 };
  return state;
};

function set(change: Partial<Stored>): void {
  state = { ...get(), ...change };
  if (change.ids || change.told) keep(get());
  for (const listener of listeners) listener();
}

/** Bulk work that this browser watches, on whatever screen. */
export const bulkStore = {
  get,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Watches jobs from now on, and tells of their next end. */
  watch(...ids: readonly string[]): void {
    const now = get();
    const added = ids.filter((id) => !now.ids.includes(id));
    const told = now.told.filter((id) => !ids.includes(id));
    if (added.length > 0 || told.length < now.told.length) set({ ids: [...now.ids, ...added], told });
  },
  /** The same of what the server tells of, without what was closed in this browser. */
  watchOpen(jobs: readonly BulkJob[]): void {
    const closed = readClosed();
    const open = jobs.filter((job) => isAtWork(job) || !closed.includes(job.id));
    bulkStore.watch(...open.map(({ id }) => id).reverse());
  },
  /** Watches one no longer, also after its account has signed out and in again. */
  close(id: string): void {
    bulkStore.forget(id);
    try {
      localStorage.setItem(CLOSED, JSON.stringify([id, ...readClosed()].slice(0, MOST_CLOSED)));
    } catch {
      // a browser that refuses storage tells of it again
    }
  },
  /** Watches one no longer. */
  forget(id: string): void {
    const others = (ids: readonly string[]) => ids.filter((one) => one !== id);
    set({ ids: others(get().ids), told: others(get().told) });
  },
  /** Notes that the end of a job is told; false when it was before. */
  told(id: string): boolean {
    if (get().told.includes(id)) return false;
    set({ told: [...get().told, id] });
    return true;
  },
  /** Shows what became of a job's rows. */
  open: (opened: BulkJob | null): void => set({ opened }),
  /** A list that shows jobs itself; call the answer when it goes. */
  addList(): () => void {
    set({ lists: get().lists + 1 });
    return () => set({ lists: get().lists - 1 });
  },
  /** Takes what reports choose into the list on the screen, also what was chosen before it came. */
  takeChoices(of: ListKind, choose: Choose): () => void {
    const own = { of, choose };
    choices = own;
    if (wanted?.of === of) {
      choose(wanted.ids);
      wanted = undefined;
    }
    return () => {
      if (choices === own) choices = undefined;
    };
  },
  /** Forgets all that belongs to who was signed in; ids that were closed tell nothing. */
  clear(): void {
    wanted = undefined;
    set({ ids: [], told: [], opened: null });
  },
  /** Whether a list is on the screen that takes choices of such rows. */
  hasList: (of: ListKind): boolean => choices?.of === of,
  /** Chooses rows in the list on the screen, or in the next one of that kind; says whether there is one. */
  choose(of: ListKind, ids: readonly string[]): boolean {
    const isThere = choices?.of === of;
    if (isThere) choices?.choose(ids);
    else wanted = { of, ids };
    return isThere;
  },
};
