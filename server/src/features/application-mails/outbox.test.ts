import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { markSent } from './outbox.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('mails that leave at the same moment are noted each with its words, and one that can not be noted holds up no other', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const sending = await Promise.all(names.map(() => site.factories.mail({ state: 'sending' })));
  const ends = await Promise.allSettled(
    sending.map((mail, at) =>
      markSent(site.pools.system, mail, {
        // no text of the database can hold this
        subject: at === 3 ? '\u0000' : `Subject ${names[at]}`,
        ...{ text: `Text ${names[at]}`, version_id: null, missed: false },
      }),
    ),
  );
  expect(ends.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  ]);
  const noted = await site.rows(
    `select m.state, t.subject, t.text from mails m left join mail_texts t using (organization_id)
     where m.id = any ($1) and (t.mail_id = m.id or t.mail_id is null) order by array_position($1, m.id)`,
    [sending.map(({ id }) => id)],
  );
  expect(noted).toEqual(
    names.map((name, at) =>
      at === 3
        ? { state: 'sending', subject: null, text: null }
        : { state: 'sent', subject: `Subject ${name}`, text: `Text ${name}` },
    ),
  );
});

test('a mail that is changed at the moment is noted afterwards, and the others meanwhile', async () => {
  const sending = await Promise.all(['a', 'b', 'c'].map(() => site.factories.mail({ state: 'sending' })));
  const [locked] = sending;
  const ends: string[] = [];
  const note = async (mail: (typeof sending)[number]) => {
    await markSent(site.pools.system, mail, { subject: 'S', text: 'T', version_id: null, missed: false });
    ends.push(mail.id);
  };
  const change = await site.pools.system.connect();
  try {
    await change.query('begin');
    await change.query('update mails set attempts = attempts where id = $1', [locked?.id]);
    const notes = sending.map(note);
    await Promise.all(notes.slice(1));
    expect(ends).not.toContain(locked?.id);
    await change.query('commit');
    await Promise.all(notes);
  } finally {
    change.release();
  }
  expect(ends.at(-1)).toBe(locked?.id);
  const states = await site.rows('select distinct state from mails where id = any ($1)', [
    sending.map(({ id }) => id),
  ]);
  expect(states).toEqual([{ state: 'sent' }]);
});
