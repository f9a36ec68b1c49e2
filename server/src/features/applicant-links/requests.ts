import { limits, plainEmail } from '@vpisnik/contract/rules/limits';
import type pg from 'pg';
import { type Sealing, sealing } from '../../mail/sealed.ts';

/** A job: the address that asked for its link, sealed, since the queue holds nothing personal. */
export type LinkRequest = { sealed: string };

/** Seals the addresses that ask for their links. */
export const linkRequests = (secretKeys: readonly [string, ...string[]]): Sealing =>
  sealing(secretKeys, 'request for the link of an applicant');

/** A typed address, in lower case; undefined for a text that is none. */
export function addressIn(typed: string): string | undefined {
  const address = plainEmail(typed).toLowerCase();
  return address.length <= limits.email && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

/** Has a link sent to an address, if it has any page: the work done at once is the same for all. */
export async function requestLinks(system: pg.Pool, seals: Sealing, address: string): Promise<void> {
  await system.query('select app.request_applicant_link($1)', [seals.seal(Buffer.from(address))]);
}

/** Writes the mails that an address asked for; those of a key that is gone are lost, and asked for again. */
export async function sendLinks(system: pg.Pool, seals: Sealing, { sealed }: LinkRequest): Promise<void> {
  const address = seals.open(sealed)?.toString();
  if (address !== undefined) await system.query('select app.write_applicant_links($1)', [address]);
}
