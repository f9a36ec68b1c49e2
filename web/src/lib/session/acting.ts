/** The question that is asked before the first write in an organisation that a link has chosen. */
export type WriteQuestion = {
  isOpen(): boolean;
  subscribe(listener: () => void): () => void;
  answer(yes: boolean): void;
};

type ActingOptions = {
  isAdmin: () => boolean;
  /** This tab's memory; may throw where the browser refuses it. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** `organization_id` of the address: read it, and take it away. */
  address: { read: () => string | null; drop: () => void };
};

export type Acting = ReturnType<typeof createActing>;

const CHOSEN = 'vpisnik.acting-for';
const BY_LINK = 'vpisnik.acting-by-link';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The organisation that a platform ADMIN acts for: `organization_id` of the address first, then what this tab
 * remembers. A link may have been planted, so the first write in an organisation that a link chose asks for confirmation.
 */
export function createActing({ isAdmin, storage, address }: ActingOptions) {
  let chosen = read(CHOSEN);
  let byLink = read(BY_LINK) !== null;
  let answer: ((yes: boolean) => void) | undefined;
  let asking: Promise<boolean> | undefined;
  const listeners = new Set<() => void>();

  function read(key: string): string | null {
    try {
      return storage.getItem(key);
    } catch {
      return null;
    }
  }

  function remember(id: string | null, isLink: boolean): void {
    chosen = id;
    byLink = isLink;
    try {
      if (id === null) storage.removeItem(CHOSEN);
      else storage.setItem(CHOSEN, id);
      if (isLink) storage.setItem(BY_LINK, '1');
      else storage.removeItem(BY_LINK);
    } catch {
      // a browser that refuses storage remembers until the page is left
    }
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  const question: WriteQuestion = {
    isOpen: () => answer !== undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answer(yes) {
      if (yes) remember(chosen, false);
      answer?.(yes);
      answer = undefined;
      asking = undefined;
      tell();
    },
  };

  return {
    question,

    /** The organisation's id; null unless a platform ADMIN has chosen one. */
    id(): string | null {
      if (!isAdmin()) return null;
      const asked = address.read();
      if (asked && uuid.test(asked) && asked !== chosen) remember(asked, true);
      return chosen;
    },

    /** Sets the organisation that the ADMIN chose by hand, which needs no confirmation. */
    choose(id: string): void {
      address.drop();
      remember(id, false);
    },

    /** Forgets the organisation: at sign-out, and when it does not exist. */
    forget(): void {
      address.drop();
      remember(null, false);
      if (answer) question.answer(false);
    },

    /** Resolves to whether a write may be sent: asks once if a link chose the organisation. */
    mayWrite(): Promise<boolean> {
      if (!byLink || !isAdmin()) return Promise.resolve(true);
      asking ??= new Promise((resolve) => {
        answer = resolve;
        tell();
      });
      return asking;
    },
  };
}
