/** Applications that were sent from this tab: so much of them that a reload still says that they were. */
export type Kept = { name: string; reference: string; waits: boolean };

/** With the moment it was sent, in milliseconds since 1970: on a shared device the next person is not to read it. */
type Stored = Kept & { at: number };

const MOST = 10;
const DAY = 24 * 60 * 60 * 1000;
const nameOf = (groupId: string) => `vpisnik.sent.${groupId}`;

/** The latest applications of this tab to a group, oldest first. What is older than a day is deleted. */
export function keptSent(groupId: string): Stored[] {
  try {
    const all: unknown = JSON.parse(sessionStorage.getItem(nameOf(groupId)) ?? '[]');
    const recent = Array.isArray(all) ? all.filter(isStored).filter(({ at }) => Date.now() - at < DAY) : [];
    if (recent.length === 0) sessionStorage.removeItem(nameOf(groupId));
    return recent;
  } catch {
    // a form in another site's frame may have no storage
    return [];
  }
}

/** Remembers an application until the tab is closed, for a day at most; the same one again counts once. */
export function keepSent(groupId: string, kept: Kept): void {
  const others = keptSent(groupId).filter((one) => one.reference !== kept.reference);
  const all = [...others, { ...kept, at: Date.now() }].slice(-MOST);
  try {
    sessionStorage.setItem(nameOf(groupId), JSON.stringify(all));
  } catch {
    // then a reload shows the form alone
  }
}

const isStored = (one: unknown): one is Stored =>
  typeof one === 'object' && one !== null && 'name' in one && 'reference' in one && 'at' in one;
