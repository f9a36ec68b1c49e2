import { MARK, mailMarks } from './marks.ts';

/** Addresses to which reports about mails come back, one for each mail: its mark between the parts of the installation's address. */
export type ReturnAddresses = {
  /** The envelope sender of a mail. */
  of(mailId: string): string;
  /** The mail that a report came back to; undefined for an address that we have not made. */
  mailOf(address: string): string | undefined;
};

/** Characters of an address before its `@`, by RFC 5321. */
const LOCAL_PART = 64;
/** Most characters before the `@` of the installation's address for reports. */
export const longestReportName = LOCAL_PART - MARK - 1;

/**
 * @param reports the installation's address for reports, without a `+`
 * @param secretKeys the first makes addresses; those of older ones are understood
 */
export function returnAddresses(
  reports: string,
  secretKeys: readonly [string, ...string[]],
): ReturnAddresses {
  const marks = mailMarks(secretKeys);
  const at = reports.lastIndexOf('@');
  const [name, domain] = [reports.slice(0, at), reports.slice(at + 1)];
  const [before, after] = [`${name}+`.toLowerCase(), `@${domain}`.toLowerCase()];
  return {
    of: (mailId) => `${name}+${marks.of(mailId)}@${domain}`,
    mailOf(address) {
      const written = address.toLowerCase();
      if (!written.startsWith(before) || !written.endsWith(after)) return undefined;
      return marks.mailOf(written.slice(before.length, -after.length));
    },
  };
}
