import PostalMime, { type Address } from 'postal-mime';

/** A mailbox of a sender or recipient; the name is empty where there is none. */
export type MailAddress = { name: string; address: string };

/** A mail as `/email` lists it. */
export type Mail = {
  id: string;
  /** When it arrived, ISO 8601. */
  received: string;
  subject: string;
  from: MailAddress[];
  to: MailAddress[];
  replyTo: MailAddress[];
  /** By lower-case name, as they were sent; of several with one name the last. */
  headers: Record<string, string>;
  text: string;
  html: string;
  attachments: { filename: string; type: string; bytes: number }[];
};

/** The content of an attachment with its type. */
export type Attached = { type: string; content: Buffer };

/** Reads a mail from its source. One that can't be parsed is shown as it came. */
export async function readMail(id: string, received: Date, source: Buffer): Promise<Mail> {
  const read = await PostalMime.parse(source).catch(() => undefined);
  return {
    id,
    received: received.toISOString(),
    subject: read?.subject ?? '',
    from: flat(read?.from && [read.from]),
    to: flat(read?.to),
    replyTo: flat(read?.replyTo),
    headers: Object.fromEntries((read?.headers ?? []).map(({ key, value }) => [key, value])),
    text: read ? (read.text ?? '') : source.toString(),
    html: read?.html ?? '',
    attachments: (read?.attachments ?? []).map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      type: mimeType,
      bytes: bytesOf(content).length,
    })),
  };
}

/** Reads one attachment from the source of a mail; undefined if the mail has none at this place. */
export async function readAttachment(source: Buffer, place: number): Promise<Attached | undefined> {
  const attachment = (await PostalMime.parse(source)).attachments[place];
  return attachment && { type: attachment.mimeType, content: bytesOf(attachment.content) };
}

const flat = (addresses: Address[] = []): MailAddress[] =>
  addresses.flatMap((one) => one.group ?? [{ name: one.name, address: one.address }]);

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
