import { withoutAddresses } from '../../mail/returned/faults.ts';

/** Stands for omitted ones. */
const LEFT_OUT = '…';
/** Shorter parts of an address say of nobody who they are, and occur in other words. */
const TELLING = 3;

/**
 * What a mail server said, without addresses and without the parts of the recipient's name before the `@`, which many servers
 * repeat: the operator sees a fault, not whose it is.
 */
export function withoutRecipient(said: string, address: string | null): string {
  const before = address?.slice(0, address.lastIndexOf('@')) ?? '';
  const parts = before.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= TELLING);
  return [before, ...parts]
    .filter((part) => part.length >= TELLING)
    .reduce((words, part) => words.replaceAll(wordOf(part), LEFT_OUT), withoutAddresses(said, LEFT_OUT));
}

const wordOf = (part: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(part)}(?![\\p{L}\\p{N}])`, 'giu');
