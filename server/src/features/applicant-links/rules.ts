import { sealing } from '../../mail/sealed.ts';
import type { ApplicantLink } from './queries.ts';

/** Stands in paths of the page in place of a token, before a ticket of staff. */
export const lookPart = 'look';

/** How long staff may look at a page with one ticket, in milliseconds. */
const LOOK_MS = 10 * 60_000;

/** What staff look at the page of an applicant with, in place of the applicant's token, which they never get. */
export type LookTickets = {
  of(link: ApplicantLink, now: number): string;
  /** Whose page a ticket shows; undefined for one that is over, or not ours. */
  read(ticket: string, now: number): ApplicantLink | undefined;
};

/** @param secretKeys the first makes tickets; those of older ones are understood */
export function lookTickets(secretKeys: readonly [string, ...string[]]): LookTickets {
  const { seal, open } = sealing(secretKeys, 'look at the page of an applicant');
  return {
    of: (link, now) => seal(Buffer.from(JSON.stringify({ ...link, until: now + LOOK_MS }))),
    read(ticket, now) {
      const said = open(ticket);
      if (!said) return undefined;
      const { until, ...link } = JSON.parse(said.toString()) as ApplicantLink & { until: number };
      return now <= until ? link : undefined;
    },
  };
}
