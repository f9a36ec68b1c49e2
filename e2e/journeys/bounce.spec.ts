import nodemailer from 'nodemailer';
import { expect, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { headersOf } from '../people.ts';
import { here } from '../places.ts';

const name = 'Bojan Odbitek';
const [wrong, right] = ['bojan@naapcna.test', 'bojan@napacna.test'];
const subject = `Prejeli smo prijavo: ${name}, Moderni ples za najstnike`;

/** Reports as the recipient's mail server does, to the address that the mail came from. */
async function report(returnTo: string): Promise<void> {
  const server = nodemailer.createTransport({ host: '127.0.0.1', port: here().reportPort, ignoreTLS: true });
  const raw = [
    'From: MAILER-DAEMON@naapcna.test',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; naapcna.test',
    '',
    `Final-Recipient: rfc822; ${wrong}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--b--',
    '',
  ].join('\r\n');
  await server.sendMail({ envelope: { from: '', to: returnTo }, raw });
  server.close();
}

test('a mail that comes back shows on the dashboard, and goes to the corrected address', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const added = await page.request.post('/api/participants', {
    headers: headersOf(page),
    data: {
      ...{ name, email: wrong, language: 'sl', notify: true, allow_overbooking: true },
      group_id: school.groupId('Moderni ples za najstnike'),
    },
  });
  expect(added.status()).toBe(201);
  const mail = await mailWith(wrong, subject);
  await report((mail.headers['return-path'] ?? '').replace(/[<>]/g, ''));

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Sporočilo ni doseglo \d+ oseb/ }).click();
  await page.getByRole('link', { name, exact: true }).click();
  // beside the list or over it, as the window is wide
  const panel = page.getByRole('complementary', { name }).or(page.getByRole('dialog', { name }));
  // said beside the mail, and a moment later in the history too
  await expect(panel.getByText('ni prispelo: poštni predal ne obstaja').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Popravi naslov in pošlji' }).click();
  await panel.getByRole('textbox', { name: 'Pravi e-naslov' }).fill(right);
  await panel.getByRole('button', { name: 'Shrani naslov in pošlji' }).click();
  await expect(page.getByText(`Sporočilo bo poslano na ${right}`)).toBeVisible();
  await mailWith(right, subject);

  await page.goto('/messages?view=failed');
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(wrong);
});
