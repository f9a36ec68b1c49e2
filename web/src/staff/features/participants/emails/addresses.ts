import type { EmailList } from '@vpisnik/contract/bulk-jobs';

type Address = EmailList['results'][number];

/** What a mail program puts between addresses: Outlook semicolons, others commas. */
export type Separator = ';' | ',';

/** One address as mail programs read it; a name is quoted, since it may hold anything. */
const addressOf = ({ email, name }: Address, withName: boolean): string =>
  withName ? `"${name.replace(/[\\"]/g, '\\$&')}" <${email}>` : email;

/** Addresses in one line, to be pasted into the field for recipients. */
export const addressLine = (
  addresses: readonly Address[],
  { separator, withNames }: { separator: Separator; withNames: boolean },
): string => addresses.map((one) => addressOf(one, withNames)).join(`${separator} `);

/** Parts of at most `size`; 0 is one part with all. */
export function lotsOf<One>(all: readonly One[], size: number): One[][] {
  if (size === 0) return all.length > 0 ? [[...all]] : [];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
