import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortedAtEnd } from '../../http/events.ts';
import type { Services } from '../../services.ts';
import { applicantCalendar } from '../applicant-page/calendar.ts';
import { slipPaper, slipPicture } from '../applicant-page/slip.ts';
import { askedLanguage } from './answer.ts';

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

/**
 * Sends what an applicant's page links: the dates for a calendar, the slip on paper, and its code as a picture.
 *
 * @returns undefined where there is nothing of the kind
 */
export async function sendApplicantFile(
  { pools, env }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { below, ...its }: Asked,
): Promise<FastifyReply | undefined> {
  const [kind = '', name = ''] = below;
  if (!written.test(its.reference)) return undefined;
  const { reference, ...whose } = its;
  const send = (type: string, disposition: string, content: unknown) =>
    reply
      .type(type)
      .headers({ 'cache-control': 'no-store', 'content-disposition': disposition })
      .send(content);
  if (kind === 'calendar.ics' && below.length === 1) {
    const asked = { reference, language: askedLanguage(request), publicUrl: env.publicUrl };
    const read = await applicantCalendar(pools, whose, asked);
    const disposition = `attachment; filename="${read?.label}.ics"`;
    return read && send('text/calendar; charset=utf-8', disposition, read.calendar);
  }
  if (kind === 'payment' && below.length === 1) {
    const paper = await slipPaper(pools, its, abortedAtEnd(reply));
    return paper && send('application/pdf', `inline; filename="${paper.name}"`, paper.document);
  }
  const payment = /^([\da-f-]{36})\.png$/.exec(name)?.[1];
  if (kind !== 'qr' || below.length !== 2 || !payment) return undefined;
  const picture = await slipPicture(pools, its, payment);
  return picture && send('image/png', `attachment; filename="qr-${reference.toLowerCase()}.png"`, picture);
}
