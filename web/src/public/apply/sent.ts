/** Applications that were sent from this tab: so much of them that a reload still says that they were. */
export type Kept = { name: string; reference: string };

/** With the moment it was sent, in milliseconds since 1970: on a shared device the next person is not to read it. */
type Stored = Kept & { at: number };

const MOST = 10;
const DAY = 24 * 60 * 60 * 1000;
const nameOf = (groupId: string) => `vpisnik.sent.${groupId}`;

/** The latest applications of this tab to a group, oldest first. */
export function keptSent(groupId: string): Kept[] {
  return stored(groupId).map(({ name, reference }) => ({ name, reference }));
}

/** What is no older than a day; the rest is deleted. */
function stored(groupId: string): Stored[] {
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
export function keepSent(groupId: string, { name, reference }: Kept): void {
  const others = stored(groupId).filter((one) => one.reference !== reference);
  const all = [...others, { name, reference, at: Date.now() }].slice(-MOST);
  try {
    sessionStorage.setItem(nameOf(groupId), JSON.stringify(all));
  } catch {
    // then a reload shows the form alone
  }
}

const isStored = (one: unknown): one is Stored =>
  typeof one === 'object' && one !== null && 'name' in one && 'reference' in one && 'at' in one;
