import type { FormEntries } from '@vpisnik/contract/rules/application-form';
import { limits } from '@vpisnik/contract/rules/limits';
import { AppError } from '../../errors.ts';

/** More than the longest answers of the longest form, each character written as twelve. */
const KEPT_BYTES = 2_000_000;
/** Bytes read before the connection is refused; a browser cut off shows an error page of its own and loses the form. */
const READ_BYTES = 20_000_000;
/** All ticks of the longest form and some more; reading a million of them takes seconds. */
const KEPT_PAIRS = limits.fields * limits.options + 100;
/** Characters of one answer that come back to be shortened: ten times what any may have. */
const KEPT_ANSWER = 20_000;

/** A form as the browser sent it. */
export type FormBody = {
  entries: FormEntries;
  /** Whether there was more of it than was kept: no application is made of it. */
  isCut: boolean;
};

/**
 * Reads `application/x-www-form-urlencoded`. Keeps the beginning of a form that is far too long, so that the page can show
 * it again.
 *
 * @throws {AppError} payload_too_large beyond 20 MB
 */
export async function readFormBody(payload: AsyncIterable<Buffer>): Promise<FormBody> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size));
    size += chunk.length;
    if (size > READ_BYTES) throw new AppError('payload_too_large');
  }
  const pairs = Buffer.concat(kept)
    .toString()
    .split('&', KEPT_PAIRS + 1);
  const sent = new URLSearchParams(pairs.slice(0, KEPT_PAIRS).join('&'));
  return {
    entries: [...sent].map(([name, value]) => [name, value.slice(0, KEPT_ANSWER)] as const),
    isCut: size > KEPT_BYTES || pairs.length > KEPT_PAIRS,
  };
}
