import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../../services.ts';
import { applicantCalendar } from '../../applicant-page/calendar.ts';
import { slipPaper, slipPicture } from '../../applicant-page/slip.ts';
import { askedLanguage } from '../answer.ts';

type Asked = {
  organizationId: string;
  /** In lower case. */
  address: string;
  reference: string;
  /** Parts of the path below the application's. */
  below: readonly string[];
};

/** As references are written; nothing else is worth a question to the database. */
const written = /^[2-9A-HJ-NP-Z]{8}$/;

/** A file as it is sent. */
export type ApplicantFile = { type: string; disposition: string; content: string | Buffer | Readable };

/**
 * Reads what an applicant's page links: the dates for a calendar, the slip on paper, and its code as a picture. The caller
 * sends it: an async function that resolves with the reply resolves with undefined once it is sent.
 *
 * @param signal aborted when the visitor goes away
 * @returns undefined where there is nothing of the kind
 */
export async function readApplicantFile(
  { pools, env }: Services,
  request: FastifyRequest,
  { below, ...its }: Asked,
  signal: AbortSignal,
): Promise<ApplicantFile | undefined> {
  const [kind = '', name = ''] = below;
  if (!written.test(its.reference)) return undefined;
  const { reference, ...whose } = its;
  if (kind === 'calendar.ics' && below.length === 1) {
    const asked = { reference, language: askedLanguage(request), publicUrl: env.publicUrl };
    const read = await applicantCalendar(pools, whose, asked);
    if (!read) return undefined;
    const disposition = `attachment; filename="${read.label}.ics"`;
    return { type: 'text/calendar; charset=utf-8', disposition, content: read.calendar };
  }
  if (kind === 'payment' && below.length === 1) {
    const paper = await slipPaper(pools, its, signal);
    if (!paper) return undefined;
    const disposition = `inline; filename="${paper.name}"`;
    return { type: 'application/pdf', disposition, content: paper.document };
  }
  const payment = /^([\da-f-]{36})\.png$/.exec(name)?.[1];
  if (kind !== 'qr' || below.length !== 2 || !payment) return undefined;
  const content = await slipPicture(pools, its, payment);
  const disposition = `attachment; filename="qr-${reference.toLowerCase()}.png"`;
  return content && { type: 'image/png', disposition, content };
}
