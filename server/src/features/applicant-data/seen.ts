import { hash } from 'node:crypto';
import { type Sealing, sealing } from '../../mail/sealed.ts';

/** What controls of a form have stood for, by their names: enough to tell whether it is another by now, not what it was. */
export type Seen = Record<string, string>;

/** Seals what a form of an applicant's data has shown, so that nobody can read or change it on the way. */
export const seenForms = (secretKeys: readonly [string, ...string[]]): Sealing =>
  sealing(secretKeys, 'data that a form of an applicant has shown');

/** A value as it is compared; null where there is none. */
export type Value = string | readonly string[] | boolean | null;

/** What a control has stood for. */
export const digestOf = (value: Value): string =>
  hash('sha256', JSON.stringify(value), 'base64url').slice(0, 12);

/** Stands for the application that a form is about, among its controls. */
const OF = 'reference';

/** Seals the values of the controls of a form about an application. */
export const sealSeen = (seals: Sealing, reference: string, values: Record<string, Value>): string =>
  seals.seal(
    Buffer.from(
      JSON.stringify(
        Object.fromEntries(
          Object.entries({ ...values, [OF]: reference }).map(([name, value]) => [name, digestOf(value)]),
        ),
      ),
    ),
  );

/**
 * What a form about an application has shown; undefined where it was not made here, or about another one: known answers of that
 * would tell by their conflicts which are the same.
 */
export function openSeen(seals: Sealing, reference: string, sealed: string): Seen | undefined {
  const opened = seals.open(sealed);
  const seen = opened && (JSON.parse(opened.toString()) as Seen);
  return seen?.[OF] === digestOf(reference) ? seen : undefined;
}
