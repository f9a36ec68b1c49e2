/** An organisation that a platform ADMIN has acted for. */
export type RecentOrganization = { id: string; name: string };

const KEY = 'vpisnik.recent-organizations';
/** Number of remembered organisations. */
const MOST = 5;

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The organisations that were acted for since sign-in, the latest first; signing out forgets them. */
export function recentOrganizations(storage: Memory) {
  function list(): RecentOrganization[] {
    try {
      const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isRecent) : [];
    } catch {
      return [];
    }
  }

  function keep(next: RecentOrganization[]): void {
    try {
      storage.setItem(KEY, JSON.stringify(next.slice(0, MOST)));
    } catch {
      // a browser that refuses storage shows none
    }
  }

  return {
    list,
    note: ({ id, name }: RecentOrganization) =>
      keep([{ id, name }, ...list().filter((one) => one.id !== id)]),
    drop: (id: string) => keep(list().filter((one) => one.id !== id)),
    clear(): void {
      try {
        storage.removeItem(KEY);
      } catch {
        // then there is nothing in it either
      }
    },
  };
}

function isRecent(one: unknown): one is RecentOrganization {
  return (
    typeof one === 'object' && one !== null && 'id' in one && 'name' in one && typeof one.name === 'string'
  );
}
