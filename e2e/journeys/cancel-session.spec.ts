import { dayOf } from '@vpisnik/contract/rules/schedule';
import type { Session } from '@vpisnik/contract/sessions';
import { moved, spoken, today } from '../days.ts';
import { expect, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { headersOf } from '../people.ts';
import { here } from '../places.ts';

const group = 'Moderni ples za najstnike';
const person = { name: 'Zala Odpoved', email: 'zala.odpoved@posta.test' };

test('a cancelled session is told with a file that takes it out of calendars, and put back with another', async ({
  desk,
  signIn,
  school,
}) => {
  const page = await desk('sl');
  const group_id = school.groupId(group);
  await signIn('owner@zvezda.test', page);
  const headers = headersOf(page);

  const session = await test.step('somebody has a place, and there is a session to come', async () => {
    const added = await page.request.post('/api/participants', {
      headers,
      data: { ...person, group_id, language: 'sl', notify: false, allow_overbooking: true },
    });
    const { id } = await added.json();
    const approved = await page.request.patch(`/api/participants/${id}/status`, {
      headers,
      data: { status: 'approved', notify: false },
    });
    expect(approved.status()).toBe(200);
    const [from, to] = [moved(today(), 23), moved(today(), 60)];
    const listed = await page.request.get('/api/sessions', { headers, params: { from, to, group_id } });
    const { results } = (await listed.json()) as { results: Session[] };
    const found = results.find(({ state }) => state === 'regular');
    if (!found) throw new Error('The demo has no regular session within two months.');
    return found;
  });
  const day = spoken(session.date);
  const row = page.getByRole('listitem').filter({ hasText: ` ${day}` });

  await test.step('it is cancelled, with the people told', async () => {
    await page.goto(`/groups/${group_id}?tab=schedule`);
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Odpovej termin' }).click();
    const sheet = page.getByRole('dialog', { name: 'Odpovej termin' });
    await sheet.getByRole('textbox', { name: /^Razlog \(slovenščina\)/ }).fill('Nastop v Celju');
    await expect(sheet.getByRole('checkbox', { name: 'Obvesti udeležence in vodje' })).toBeChecked();
    await sheet.getByRole('button', { name: 'Odpovej termin' }).click();
    await expect(row).toContainText('Odpovedano: Nastop v Celju');
  });

  /** The calendar file of a mail to the participant, as it was sent. */
  const fileOf = async (subject: string) => {
    const mail = await mailWith(person.email, subject);
    expect(mail.attachments).toMatchObject([{ filename: 'termini.ics', type: 'text/calendar' }]);
    const file = await fetch(`http://localhost:${here().mailboxPort}/mails/${mail.id}/attachments/0`);
    return { text: mail.text, lines: (await file.text()).replaceAll(/\r?\n /g, '').split(/\r?\n/) };
  };
  const at = `TZID=Europe/Ljubljana:${session.date.replaceAll('-', '')}T${session.start_time.replace(':', '')}00`;
  const uid = `UID:${group_id}-${dayOf(session.date)}-${session.start_time.replace(':', '')}@vpisnik`;

  const sequence =
    await test.step('the mail says why, and its file cancels that date of the series', async () => {
      const { text, lines } = await fileOf(`Odpovedano ${day}: ${person.name}, ${group}`);
      expect(text).toContain('Razlog: Nastop v Celju');
      expect(lines).toEqual(
        expect.arrayContaining([
          'METHOD:CANCEL',
          'STATUS:CANCELLED',
          uid,
          `RECURRENCE-ID;${at}`,
          `DTSTART;${at}`,
        ]),
      );
      return Number(lines.find((line) => line.startsWith('SEQUENCE:'))?.slice(9));
    });

  await test.step('put back, it is published with a higher sequence', async () => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Vrni v redni urnik' }).click();
    const sheet = page.getByRole('dialog', { name: 'Vrni v redni urnik' });
    await expect(sheet.getByRole('checkbox', { name: 'Obvesti udeležence in vodje' })).toBeChecked();
    await sheet.getByRole('button', { name: 'Vrni v redni urnik' }).click();
    await expect(row).not.toContainText('Odpovedano');
    const { lines } = await fileOf(`Dodano ${day}: ${person.name}, ${group}`);
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:PUBLISH', 'STATUS:CONFIRMED', uid, `DTSTART;${at}`]),
    );
    expect(Number(lines.find((line) => line.startsWith('SEQUENCE:'))?.slice(9))).toBeGreaterThan(sequence);
  });
});
