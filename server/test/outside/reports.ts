/** A report by RFC 3464 as a mail server sends it, with a part that follows if one is given. */
export const dsn = (status: string, said: string, more = ''): string => `From: MAILER-DAEMON@mx.test
Subject: Undelivered
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; ana@example.com
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${said}

${more}--b--
`;

/** Of a mailbox that does not exist. */
export const missing = dsn('5.1.1', '550 5.1.1 no such mailbox');

/** The part of a report that gives the headers of the mail back. */
export const returnedHeaders = (headers: string): string =>
  `--b\nContent-Type: text/rfc822-headers\n\n${headers}\n\n`;
