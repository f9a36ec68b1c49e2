import PostalMime, { type Email } from 'postal-mime';
import { oneLine } from './safe-text.ts';

/** Why a mail has not arrived, as far as a report says. */
export type Fault = 'mailbox_missing' | 'domain_missing' | 'mailbox_full' | 'not_accepted';

/** What a report says about the one mail that it came back to. */
export type Report = { kind: 'bounce'; fault: Fault; said: string } | { kind: 'complaint'; said: string };

/** Longest text of a report that is looked through for what a server said. */
const TEXT = 20_000;

/**
 * Reads a mail that came back to a return address: a report by RFC 3464, a complaint by RFC 5965, or the words of a server that
 * knows no form. Undefined for all else: a report of a delay or a delivery, an automatic answer, a person's letter.
 *
 * @param fromServer whether its envelope had no sender, as that of a report has
 */
export async function readReport(source: Buffer, fromServer: boolean): Promise<Report | undefined> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true, maxNestingDepth: 20 }).catch(
    () => undefined,
  );
  if (!mail) return undefined;
  const part = (type: string) => mail.attachments.find(({ mimeType }) => mimeType.toLowerCase() === type);
  const complaint = part('message/feedback-report');
  if (complaint) return complaintOf(textOf(complaint.content));
  const status = part('message/delivery-status') ?? part('message/global-delivery-status');
  if (status) return bounceOf(textOf(status.content));
  return fromServer || isServers(mail) ? freeBounceOf(mail) : undefined;
}

/** The fault that a server's reply or a report's status names; undefined when it is no fault for good. */
export function faultOf(said: string): Fault {
  const [, status = ''] = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(said) ?? [];
  const [, subject = '', detail = ''] = status.split('.');
  if (/^5\.1\.(2|7|8)$|^[45]\.4\.4$/.test(status)) return 'domain_missing';
  if (subject === '1' && detail !== '0') return 'mailbox_missing';
  if (status === '5.2.1' || status === '5.4.1') return 'mailbox_missing';
  if (subject === '2' && detail === '2') return 'mailbox_full';
  if (subject === '7') return missing.test(said) ? 'mailbox_missing' : 'not_accepted';
  if (full.test(said)) return 'mailbox_full';
  if (noDomain.test(said)) return 'domain_missing';
  return missing.test(said) ? 'mailbox_missing' : 'not_accepted';
}

const missing =
  /\b(?:user|mailbox|recipient|address|account)\b.{0,40}\b(?:unknown|not found|not exist|doesn't exist|does not exist|unavailable|disabled|invalid|rejected)|\b(?:no such|unknown|invalid|nonexistent)\s(?:local\s)?(?:user|mailbox|recipient|address|account)|ne obstaja/i;
const full =
  /\b(?:over ?quota|quota exceeded|mailbox (?:is )?full|exceed(?:s|ed) .{0,20}quota|insufficient storage)\b/i;
const noDomain = /\b(?:host|domain)\b.{0,30}\b(?:not found|unknown|not exist)|\bNXDOMAIN\b|\bno MX\b/i;

function complaintOf(text: string): Report | undefined {
  const [fields = new Map<string, string>()] = groupsOf(text);
  const type = fields.get('feedback-type')?.toLowerCase() ?? '';
  // the others tell of signatures, of viruses, or take a complaint back
  return type === 'abuse' || type === 'fraud'
    ? { kind: 'complaint', said: `Feedback-Type: ${type}` }
    : undefined;
}

function bounceOf(text: string): Report | undefined {
  const failed = groupsOf(text).find((fields) => fields.get('action')?.toLowerCase().trim() === 'failed');
  if (!failed) return undefined;
  const status = failed.get('status')?.trim() ?? '';
  const diagnostic = (failed.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  // a status of no detail says less than the server's own words
  const first = /^[245]\.0\.0$/.test(status) ? '' : status;
  return { kind: 'bounce', fault: faultOf(`${first} ${diagnostic}`), said: shortened(diagnostic || status) };
}

/** The words of a server that knows no form: its reply stands somewhere in a letter from its postmaster. */
function freeBounceOf(mail: Email): Report | undefined {
  const text = `${mail.subject ?? ''}\n${mail.text ?? ''}`.slice(0, TEXT);
  const lines = text.split('\n');
  const line =
    lines.find((one) => /\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/.test(one)) ??
    lines.find((one) => missing.test(one) || full.test(one));
  return line === undefined ? undefined : { kind: 'bounce', fault: faultOf(line), said: shortened(line) };
}

/** Whether a server wrote it, and not a person or a person's absence. */
function isServers({ from, headers }: Email): boolean {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';
  if (header('auto-submitted').startsWith('auto-replied') || header('x-autoreply') || header('x-autorespond'))
    return false;
  return /^(?:mailer-daemon|postmaster|mail-daemon)@/i.test(from?.address ?? '');
}

/** Groups of fields, as headers are written, by their names in lower case. */
function groupsOf(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map((group) => {
      const fields = group.split('\n').flatMap((line) => {
        const at = line.indexOf(':');
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : [];
      });
      return new Map(fields);
    });
}

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')).slice(
    0,
    TEXT,
  );

/** What a server said, on one line, without the addresses in it: it is shown beside the mail's own. */
const shortened = (said: string): string => oneLine(said).replace(/\s+/g, ' ').trim().slice(0, 300);
