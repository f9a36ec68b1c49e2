import ipaddr from 'ipaddr.js';
import type { Names } from './names.ts';

/** A record by RFC 7208 may cause so many further questions; receivers stop there, too. */
const QUESTIONS = 10;

/** What lets a machine send mail of a domain, by its address, or a relay with an SPF record of its own, by the name of that. */
export type Sender = { address: string } | { relay: string };

/** Senders as `MAIL_SENDERS` names them. */
export const senderOf = (text: string): Sender =>
  ipaddr.isValid(text) ? { address: text } : { relay: text.toLowerCase() };

/** The term of an SPF record that lets a sender send. */
export function spfTerm(sender: Sender): string {
  if ('relay' in sender) return `include:${sender.relay}`;
  return `${ipaddr.parse(sender.address).kind() === 'ipv4' ? 'ip4' : 'ip6'}:${sender.address}`;
}

/** Texts that are SPF records. */
export const spfRecords = (texts: readonly string[]): string[] =>
  texts.filter((text) => /^v=spf1(?: |$)/i.test(text));

/**
 * Whether a domain's SPF record lets a sender send: as it is written, by an address range, or by what it refers to. Macros,
 * `exists` and `ptr` count as if they let nobody send.
 *
 * @throws {NamesUnanswered}
 */
export async function letsSend(names: Names, domain: string, sender: Sender): Promise<boolean> {
  const state = { questions: QUESTIONS };
  return (await verdictOf(names, domain, sender, state)) === '+';
}

type Verdict = '+' | '-' | '~' | '?' | undefined;

async function verdictOf(
  names: Names,
  domain: string,
  sender: Sender,
  state: { questions: number },
): Promise<Verdict> {
  const records = spfRecords(await names.txt(domain));
  if (records.length !== 1) return undefined;
  const terms = (records[0] ?? '').toLowerCase().split(/ +/).slice(1);
  for (const term of terms) {
    const [words = '', bits] = term.split('/');
    const qualifier = '+-~?'.includes(words.charAt(0)) ? words.charAt(0) : '';
    const [mechanism = '', ...value] = words.slice(qualifier.length).split(':');
    if (await matches(names, { mechanism, value: value.join(':') || domain, bits }, sender, state))
      return (qualifier || '+') as Verdict;
  }
  const redirect = terms.find((term) => term.startsWith('redirect='))?.slice('redirect='.length);
  if (!redirect || redirect.includes('%') || state.questions-- <= 0) return undefined;
  if ('relay' in sender && redirect === sender.relay) return '+';
  return await verdictOf(names, redirect, sender, state);
}

type Term = { mechanism: string; value: string; bits: string | undefined };

async function matches(
  names: Names,
  { mechanism, value, bits }: Term,
  sender: Sender,
  state: { questions: number },
): Promise<boolean> {
  if (mechanism === 'all') return true;
  if (mechanism === 'ip4' || mechanism === 'ip6') return isWithin(sender, value, bits);
  if (!['a', 'mx', 'include'].includes(mechanism) || value.includes('%') || state.questions-- <= 0)
    return false;
  if (mechanism === 'include')
    return (
      ('relay' in sender && value === sender.relay) || (await verdictOf(names, value, sender, state)) === '+'
    );
  const hosts = mechanism === 'mx' ? (await names.mx(value)).map(({ exchange }) => exchange) : [value];
  const addresses = (await Promise.all(hosts.map((host) => names.addresses(host)))).flat();
  return addresses.some((address) => isWithin(sender, address, bits));
}

function isWithin(sender: Sender, range: string, bits: string | undefined): boolean {
  if ('relay' in sender || !ipaddr.isValid(range)) return false;
  const [address, base] = [ipaddr.parse(sender.address), ipaddr.parse(range)];
  const longest = base.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? longest : Number(bits);
  return address.kind() === base.kind() && length >= 0 && length <= longest && address.match(base, length);
}
