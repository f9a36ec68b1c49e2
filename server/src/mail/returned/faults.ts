/** Why a mail has not arrived, as far as a server's words say. */
export type Fault = 'mailbox_missing' | 'domain_missing' | 'mailbox_full' | 'not_accepted';

/**
 * The fault that a server's reply or a report's status names. An address is taken for dead only when they say so of the
 * recipient: all that may be a distrust of us is `not_accepted`.
 */
export function faultOf(said: string): Fault {
  const words = withoutAddresses(said, '');
  const status = statusOf(words);
  const [, subject = '', detail = ''] = status.split('.');
  if (isAboutSender(words)) return 'not_accepted';
  if (/^5\.1\.2$|^[45]\.4\.4$/.test(status)) return 'domain_missing';
  if (/^[45]\.1\.(?:1|3|6|10)$/.test(status) || status === '5.2.1') return 'mailbox_missing';
  // Microsoft 365 says so of a mailbox; elsewhere the server did not answer
  if (status === '5.4.1' && /recipient address rejected/i.test(words)) return 'mailbox_missing';
  if (subject === '2' && detail === '2') return 'mailbox_full';
  if (ours.test(words)) return 'not_accepted';
  if (subject === '7') return unknown.test(words) ? 'mailbox_missing' : 'not_accepted';
  if (full.test(words)) return 'mailbox_full';
  if (noDomain.test(words)) return 'domain_missing';
  return saysMissing(words) ? 'mailbox_missing' : 'not_accepted';
}

/**
 * Whether our own mail server refuses the sender or our use of it, and not the recipient: no other recipient fares better
 * until that is mended.
 */
export const isOurFault = (said: string): boolean =>
  // the reply of another server to ours is about its recipient
  !/\bsaid:/i.test(said) &&
  (noRelay.test(said) || (isAboutSender(withoutAddresses(said, '')) && !/\brecipient\b/i.test(said)));

/** Words with another in place of each e-mail address; on one line. */
export const withoutAddresses = (said: string, instead: string): string =>
  said
    .split(/\s+/)
    .map((word) => (word.includes('@') ? instead : word))
    .filter((word) => word !== '')
    .join(' ');

/** Whether the words name a mailbox that is not there, or is full; for letters that have no form. */
export const namesFault = (words: string): boolean => saysMissing(words) || full.test(words);

/** The first status by RFC 3463, `5.1.1`; empty without one. Dates and numeric addresses are none. */
const statusOf = (said: string): string => /(?<![\w.])([245]\.[0-7]\.\d{1,3})(?![.\d])/.exec(said)?.[1] ?? '';

/** By RFC 3463, x.1.7 and x.1.8 tell of the sender's address, unlike their neighbours. */
const isAboutSender = (said: string): boolean =>
  /^[45]\.1\.[78]$/.test(statusOf(said)) ||
  /\bsender(?:'s)? (?:e-?mail |mail |domain )?(?:address )?(?:unknown|rejected|denied|refused|invalid|not|verif|does)/i.test(
    said,
  );

const saysMissing = (words: string): boolean =>
  !ours.test(words) && (unknown.test(words) || unusable.test(words));

/** Words for an unknown recipient. */
const unknown =
  /\b(?:user|mailbox|recipient|address|account)\b.{0,40}\b(?:unknown|not found|not exist|doesn't exist|does not exist)|\b(?:no such|unknown|nonexistent)\s(?:local\s)?(?:user|mailbox|recipient|address|account)|ne obstaja/i;
/** Words for a recipient who accepts no mail; a server that distrusts us uses similar ones. */
const unusable =
  /\b(?:user|mailbox|recipient|account)\b.{0,40}\b(?:unavailable|disabled|invalid|rejected)|\binvalid\s(?:user|mailbox|recipient|account)/i;
const full =
  /\b(?:over ?quota|quota exceeded|mailbox (?:is )?full|exceed(?:s|ed) .{0,20}quota|insufficient storage)\b/i;
const noDomain = /\b(?:host|domain)\b.{0,30}\b(?:not found|unknown|not exist)|\bNXDOMAIN\b|\bno MX\b/i;
const noRelay = /\brelay(?:ing)? (?:access )?(?:denied|not permitted|not allowed)/i;
/** Words about who sends, and from where. */
const ours =
  /\b(?:sender|(?:client|sending|your|helo) (?:host|ip|server|domain)|helo|ip|spf|dkim|dmarc|ptr|rdns|reverse (?:dns|hostname)|relay(?:ing)? (?:access )?denied|access denied|spam|blocked|blacklist(?:ed)?|blocklist(?:ed)?|reputation|policy)\b/i;
