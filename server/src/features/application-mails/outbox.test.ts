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
