import type { ChosenColumn, ChosenList, ListColumns, OrderedList } from '@vpisnik/contract/list-columns';

/** Columns that the user has shown, hidden or put in an order, per list. */
export type ListColumnsStore = {
  get(): ListColumns;
  subscribe(listener: () => void): () => void;
  /** Shows or hides a column: here at once, and with the account for the other devices. */
  choose<List extends ChosenList>(list: List, column: ChosenColumn<List>, shown: boolean): void;
  /** Puts a list's columns in an order, likewise; an empty one is the list's own. */
  arrange(list: OrderedList, order: string[]): void;
};

type ListColumnsOptions = {
  /** Reads the account's columns. */
  read: () => Promise<ListColumns>;
  /** Changes columns of the account; the others stay. */
  write: (changed: ListColumns) => Promise<unknown>;
  /** Takes failures that are only logged. */
  log: (message: string, error: unknown) => void;
};

/** State of one user; the next user gets a new object, so that calls under way cannot mix the two. */
type Person = {
  columns: ListColumns;
  unsaved: ListColumns;
  isSaving: boolean;
  loading?: Promise<void> | undefined;
};

const nobody = (): Person => ({ columns: {}, unsaved: {}, isSaving: false });

export type AccountColumns = ReturnType<typeof createListColumns>;

/**
 * The choice of columns over the account: read once, and written one call after the other, each with all that has
 * gathered meanwhile, so that the last choice wins.
 */
export function createListColumns({ read, write, log }: ListColumnsOptions) {
  let mine = nobody();
  const listeners = new Set<() => void>();

  function set(columns: ListColumns): void {
    mine.columns = columns;
    for (const listener of listeners) listener();
  }

  async function loadFor(person: Person): Promise<void> {
    try {
      const stored = await read();
      if (person !== mine) return;
      set(merge(stored, person.columns));
      void save(person);
    } catch (error) {
      person.loading = undefined;
      log('The choice of columns could not be loaded', error);
    }
  }

  /** Saves unsaved choices; failed ones are sent with the next choice. */
  async function save(person: Person): Promise<void> {
    if (person.isSaving) return;
    person.isSaving = true;
    while (person === mine && Object.keys(person.unsaved).length > 0) {
      const sent = person.unsaved;
      person.unsaved = {};
      try {
        await write(sent);
      } catch (error) {
        person.unsaved = merge(sent, person.unsaved);
        log('The choice of columns was not saved', error);
        break;
      }
    }
    person.isSaving = false;
  }

  function change(some: ListColumns): void {
    mine.unsaved = merge(mine.unsaved, some);
    set(merge(mine.columns, some));
    void save(mine);
  }

  const store: ListColumnsStore = {
    get: () => mine.columns,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose: (list, column, shown) => change({ [list]: { [column]: shown } }),
    arrange: (list, order) => change({ order: { [list]: order } }),
  };

  return {
    store,

    /** Reads the account's columns once; logs a failure and retries at the next call. */
    load(): Promise<void> {
      mine.loading ??= loadFor(mine);
      return mine.loading;
    },

    /** Forgets the person. */
    forget(): void {
      mine = nobody();
      set({});
    },
  };
}

/** One choice over another, column by column. */
function merge(under: ListColumns, over: ListColumns): ListColumns {
  const changed = Object.entries(over).map(([list, its]) => [
    list,
    { ...under[list as keyof ListColumns], ...its },
  ]);
  return { ...under, ...Object.fromEntries(changed) };
}
