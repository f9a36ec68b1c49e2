/** An error whose message tells the operator what to do; printed without a stack. */
export class PlainError extends Error {
  override name = 'PlainError';
}
