import { sealing } from './sealed.ts';

/** What a link for declining news says: whose, from whom, and the mail that it stood in. */
export type Unsubscribing = { organization_id: string; mail_id: string; address: string };

/**
 * Tokens of links for declining news. A token holds all that it says, enciphered and signed: it works when its mail and the
 * people with the address are long gone, and nobody can read it or make one up for another's.
 */
export type UnsubscribeTokens = {
  of(choice: Unsubscribing): string;
  /** What a token says; undefined for one that we have not made. */
  read(token: string): Unsubscribing | undefined;
};

const ID = 16;

/** @param secretKeys the first makes tokens; those of older ones are understood */
export function unsubscribeTokens(secretKeys: readonly [string, ...string[]]): UnsubscribeTokens {
  const { seal, open } = sealing(secretKeys, 'unsubscribe from news');
  return {
    of: ({ organization_id, mail_id, address }) =>
      seal(Buffer.concat([bytesOf(organization_id), bytesOf(mail_id), Buffer.from(address)])),
    read(token) {
      const said = open(token);
      if (!said || said.length <= 2 * ID) return undefined;
      return {
        organization_id: idOf(said.subarray(0, ID)),
        mail_id: idOf(said.subarray(ID, 2 * ID)),
        address: said.subarray(2 * ID).toString(),
      };
    },
  };
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
