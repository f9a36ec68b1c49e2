import { MARK, type MailMarks, SHORT_MARK } from './marks.ts';

/** What a mail of a mailbox is about, if it came back. */
export type Returned = {
  mailId: string;
  /** Whether it is addressed to the return address of that mail, where nothing else comes. */
  toReturnAddress: boolean;
  /** Whether its envelope had no sender, as that of a report has. */
  fromServer: boolean;
};

/**
 * Finds which of our mails has come back: by the address that the envelope was sent to; where a relay has put its own sender
 * there, by the Message-ID of the mail in the report. Undefined without a mark that we have made.
 *
 * @param source the mail's first bytes
 */
export function returnedIn(source: Buffer, marks: MailMarks): Returned | undefined {
  const text = source.toString('latin1').replace(/\r\n?/g, '\n');
  const end = text.indexOf('\n\n');
  const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end + 1), text.slice(end)];
  const found = (text: string, pattern: RegExp): string | undefined => {
    for (const [, mark = ''] of text.matchAll(pattern)) {
      const mailId = marks.mailOf(mark);
      if (mailId) return mailId;
    }
  };
  const fromServer = /^return-path:\s*<>/im.test(head);
  const addressed = found(head, recipient);
  if (addressed) return { mailId: addressed, toReturnAddress: true, fromServer };
  const named = found(head, answered) ?? found(body, original);
  return named === undefined ? undefined : { mailId: named, toReturnAddress: false, fromServer };
}

const mark = `([0-9a-f]{${MARK}}|[\\w-]{${SHORT_MARK}})@`;
/** Headers in which servers write whom an envelope was to, each with its mark between `+` and `@`. */
const recipient = new RegExp(
  `^(?:delivered-to|x-delivered-to|x-original-to|(?:x-)?envelope-to|to):[^\\n]*\\+${mark}`,
  'gim',
);
/** Microsoft's reports answer to the mail. What they quote may answer to another. */
const answered = new RegExp(`^in-reply-to:\\s*<${mark}`, 'gim');
/** The headers of the mail that came back, whole or quoted. */
const original = new RegExp(`^[> ]{0,8}(?:message-id:\\s*<|return-path:\\s*<[^\\n]{0,64}\\+)${mark}`, 'gim');
