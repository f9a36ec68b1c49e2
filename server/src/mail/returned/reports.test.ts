import { describe, expect, test } from 'vitest';
import { readReport } from './reports.ts';

/** A report by RFC 3464 as a server writes it. */
const report = (fields: string, about = 'Reporting-MTA: dns; mx.example.com') =>
  lines(`From: MAILER-DAEMON@mx.example.com
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

Your message could not be delivered.

--b
Content-Type: message/delivery-status

${about}

${fields}

--b
Content-Type: message/rfc822

Subject: Prejeli smo prijavo
To: ana@example.com

550 5.1.1 in our own words means nothing.
--b--
`);
const lines = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'));
const letter = (headers: string, text: string) =>
  lines(`${headers}\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`);
const read = (source: Buffer, fromServer = true) => readReport(source, fromServer);

describe('a report', () => {
  test.each([
    // Postfix, with a folded field
    [
      `Final-Recipient: rfc822; ana@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <ana@example.com>: Recipient\n    address rejected: User unknown`,
      'mailbox_missing',
    ],
    // Microsoft 365
    [
      `Final-Recipient: rfc822;ana@example.com\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found`,
      'mailbox_missing',
    ],
    [
      `Action: failed\nStatus: 5.4.1\nDiagnostic-Code: smtp;550 5.4.1 Recipient address rejected: Access denied.`,
      'mailbox_missing',
    ],
    // Exim, whose status says nothing
    [
      `Action: failed\nFinal-Recipient: rfc822;ana@example.com\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 No such user here`,
      'mailbox_missing',
    ],
    // Gmail
    [
      `Final-Recipient: rfc822; ana@gmail.com\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage space`,
      'mailbox_full',
    ],
    [`Action: failed\nStatus: 4.2.2\nDiagnostic-Code: smtp; 452 4.2.2 Over quota`, 'mailbox_full'],
    [`Action: failed\nStatus: 5.1.2\nDiagnostic-Code: dns; Host not found`, 'domain_missing'],
    [`Action: failed\nStatus: 4.4.4\nDiagnostic-Code: smtp; unable to route`, 'domain_missing'],
    [`Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 blocked by our policy`, 'not_accepted'],
    [`Action: failed\nStatus: 4.4.1\nDiagnostic-Code: smtp; connection timed out`, 'not_accepted'],
    [`Action: failed\nStatus: 5.4.1\nDiagnostic-Code: smtp; no answer from host`, 'not_accepted'],
    [
      `Action: failed\nStatus: 5.1.8\nDiagnostic-Code: smtp; 550 5.1.8 <reports@a.test>: Sender address rejected: Domain not found`,
      'not_accepted',
    ],
  ])('of a mail that did not arrive says why: %s', async (fields, fault) => {
    expect(await read(report(fields))).toMatchObject({ kind: 'bounce', fault });
  });

  test('names what the server said, on one line', async () => {
    const fields = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n    User unknown';
    expect(await read(report(fields))).toEqual({
      kind: 'bounce',
      fault: 'mailbox_missing',
      said: '550 5.1.1 User unknown',
    });
  });

  test('of a delay, a delivery or nothing at all is none', async () => {
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded'])
      expect(await read(report(`Action: ${action}\nStatus: 4.4.1`)), action).toBeUndefined();
    expect(await read(report('Status: 5.1.1'))).toBeUndefined();
    expect(await read(report(''))).toBeUndefined();
  });

  test('of a complaint says so, and one that takes it back does not', async () => {
    const feedback = (type: string) =>
      lines(`From: feedback@example.com
Subject: FW: Prejeli smo prijavo
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.

--b
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1

--b
Content-Type: message/rfc822

Subject: Prejeli smo prijavo

text
--b--
`);
    expect(await read(feedback('abuse'), false)).toMatchObject({ kind: 'complaint' });
    expect(await read(feedback('not-spam'), false)).toBeUndefined();
  });
});

describe('a letter without the form of a report', () => {
  test('from a server says why in its own words', async () => {
    const qmail = `Hi. This is the qmail-send program at mx.example.com.\nI'm afraid I wasn't able to deliver your message.\n\n<ana@example.com>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 no such user`;
    expect(
      await read(letter('From: MAILER-DAEMON@mx.example.com\nSubject: failure notice', qmail)),
    ).toMatchObject({
      kind: 'bounce',
      fault: 'mailbox_missing',
    });
    const full = 'The following address had a problem: mailbox is full';
    expect(await read(letter('From: postmaster@example.com\nSubject: returned', full), false)).toMatchObject({
      fault: 'mailbox_full',
    });
  });

  test('from a person, or sent in their absence, is none', async () => {
    const said = 'Hvala, predal 550 imam zdaj v Kranju. My user is unknown to you.';
    expect(await read(letter('From: ana@example.com\nSubject: Re: Prijava', said), false)).toBeUndefined();
    const away = 'From: postmaster@example.com\nSubject: Odsoten\nAuto-Submitted: auto-replied (vacation)';
    expect(await read(letter(away, said), false)).toBeUndefined();
    expect(
      await read(letter('From: ana@example.com\nSubject: Odsotna', 'Na dopustu sem.'), true),
    ).toBeUndefined();
  });

  test('in an absence is none though it has no sender', async () => {
    const away = 'From: Ana <ana@example.com>\nSubject: Odsotna';
    const texts = [
      'Na dopustu sem do 5.1.26. Pišite mi 6. januarja.',
      'Telefon 01 500 12 34, po službi 501 555 123.',
      'This mailbox is disabled until Monday. My user is unknown.',
    ];
    for (const said of texts) expect(await read(letter(away, said)), said).toBeUndefined();
    const quoted = 'Vaš strežnik mi je rekel: 550 5.1.1 User unknown.';
    for (const header of [
      'Auto-Submitted: auto-replied',
      'X-Autoreply: yes',
      'X-Autorespond: yes',
      'Precedence: auto_reply',
    ])
      expect(await read(letter(`${away}\n${header}`, quoted)), header).toBeUndefined();
    expect(await read(letter('From: postmaster@example.com\nSubject: Re', texts[1] ?? ''))).toBeUndefined();
  });

  test('that no server has signed never calls an address dead', async () => {
    const said = 'ana@example.com: 550 5.1.1 User unknown';
    expect(await read(letter('From: Ana <ana@example.com>\nSubject: Vrnjeno', said))).toMatchObject({
      fault: 'not_accepted',
    });
    // Exim marks its own as automatic answers do
    const exim =
      'From: Mail Delivery System <Mailer-Daemon@mx.example.com>\nAuto-Submitted: auto-replied\nX-Failed-Recipients: ana@example.com\nSubject: Mail delivery failed';
    expect(await read(letter(exim, said))).toMatchObject({ fault: 'mailbox_missing' });
  });
});

test('what no server has written is none', async () => {
  const nested = lines(
    Array.from(
      { length: 60 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join(''),
  );
  for (const source of [
    Buffer.alloc(0),
    Buffer.from([0, 255, 254]),
    nested,
    lines('Content-Type: multipart/report\n\n'),
  ])
    expect(await read(source)).toBeUndefined();
});
