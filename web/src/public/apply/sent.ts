/** Applications that were sent from this tab: so much of them that a reload still says that they were. */
export type Kept = { name: string; reference: string };

const MOST = 10;
const nameOf = (groupId: string) => `vpisnik.sent.${groupId}`;

/** The latest applications of this tab to a group, oldest first. */
export function keptSent(groupId: string): Kept[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(groupId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    // a form in another site's frame may have no storage
    return [];
  }
}

/** Remembers an application until the tab is closed; the same one again counts once. */
export function keepSent(groupId: string, { name, reference }: Kept): void {
  const others = keptSent(groupId).filter((one) => one.reference !== reference);
  try {
    sessionStorage.setItem(nameOf(groupId), JSON.stringify([...others, { name, reference }].slice(-MOST)));
  } catch {
    // then a reload shows the form alone
  }
}

const isKept = (one: unknown): one is Kept =>
  typeof one === 'object' && one !== null && 'name' in one && 'reference' in one;
