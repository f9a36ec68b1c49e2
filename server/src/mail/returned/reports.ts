import PostalMime, { type Email } from 'postal-mime';
import { oneLine } from '../safe-text.ts';
import { type Fault, faultOf, namesFault, withoutAddresses } from './faults.ts';

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
  return isAutomaticAnswer(mail) ? undefined : freeBounceOf(mail, fromServer);
}

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

/**
 * The words of a server that knows no form: its reply stands somewhere in a letter from its postmaster. An empty envelope
 * alone proves little, answers in absence have one too: then only a reply with its status counts, and never as a dead address.
 */
function freeBounceOf(mail: Email, fromServer: boolean): Report | undefined {
  const signed = isServers(mail);
  if (!signed && !fromServer) return undefined;
  const text = `${mail.subject ?? ''}\n${mail.text ?? ''}`.slice(0, TEXT);
  const lines = text.split('\n');
  const line = signed
    ? (lines.find((one) => reply.test(one)) ??
      lines.find((one) => namesFault(one) && !/\b4\d\d[ -]/.test(one)))
    : lines.find((one) => replyWithStatus.test(one));
  if (line === undefined) return undefined;
  const fault = faultOf(line);
  const isHard = fault === 'mailbox_missing' || fault === 'domain_missing';
  return { kind: 'bounce', fault: isHard && !signed ? 'not_accepted' : fault, said: shortened(line) };
}

/** `550 5.1.1 …`, and `550 No such …`: not a telephone number, nor a date. */
const replyWithStatus = /\b5\d\d[ -]#?5\.[0-7]\.\d{1,3}(?![.\d])/;
const reply = /\b5\d\d[ -](?:#?5\.[0-7]\.\d{1,3}(?![.\d])|[^\d\s])/;

const headerOf = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';

/** Whether a server wrote it, and not a person. */
const isServers = ({ from }: Email): boolean =>
  /^(?:mailer-daemon|postmaster|mail-daemon)@/i.test(from?.address ?? '');

/** Whether it tells of a person's absence: such answers come from no sender either. Servers that mark reports so name the address. */
function isAutomaticAnswer(mail: Email): boolean {
  if (headerOf(mail, 'x-failed-recipients') !== '') return false;
  return (
    headerOf(mail, 'auto-submitted').startsWith('auto-replied') ||
    headerOf(mail, 'precedence') === 'auto_reply' ||
    headerOf(mail, 'x-autoreply') !== '' ||
    headerOf(mail, 'x-autorespond') !== ''
  );
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
const shortened = (said: string): string => withoutAddresses(oneLine(said), '…').slice(0, 300);
