/** A failure whose message alone tells whoever runs the program what to do; shown without a stack. */
export class PlainError extends Error {
  override name = 'PlainError';
}
