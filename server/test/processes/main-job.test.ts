import { afterAll, beforeAll, expect, test } from 'vitest';
import { purge } from '../../src/background/purge.ts';
import { openStorage } from '../../src/files/storage.ts';
import { createTestApp, type TestApp } from '../app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ mailbox: true });
});
afterAll(() => site.close());

test('staff publish a group; a visitor applies and is told; staff are told and decide; the visitor is told', async () => {
  const { factories, visitor } = site;
  const owner = await factories.member({ email: 'owner@zvezda.example' });
  const organization_id = owner.organization_id ?? '';
  await site.rows('update organizations set owner_email = $2 where id = $1', [organization_id, owner.email]);
  const { api } = site.as(owner);
  const category = await api.categories.create({
    body: { label: 'ples', languages: ['sl', 'en'], name: { sl: 'Ples', en: 'Dance' } },
  });
  const group = await api.groups.create({
    body: {
      label: 'zacetna',
      languages: ['sl', 'en'],
      name: { sl: 'Začetna skupina', en: 'Beginners' },
      category_id: category.id,
      capacity: 1,
    },
  });
  const paths = { org: organization_id, id: category.id };
  expect((await visitor.api.visitors.groups({ params: paths })).results).toEqual([]);
  await api.groups.setStatus({ params: { id: group.id }, body: { active: true } });
  const { results } = await visitor.api.visitors.groups({ params: paths });
  expect(results).toMatchObject([{ id: group.id, enrolment: 'open', places: 1 }]);

  const form = await visitor.api.visitors.group({ params: { org: organization_id, id: group.id } });
  const receipt = await visitor.api.visitors.apply(
    {
      params: { org: organization_id, id: group.id },
      body: {
        name: 'Žiga 😀 <b>',
        email: 'ziga@example.com',
        language: 'en',
        privacy_version: form.group.privacy_version,
        filled_ms: 30_000,
      },
    },
    { headers: { 'idempotency-key': 'the-main-job' } },
  );
  const [confirmation] = await site.mailsTo('ziga@example.com');
  expect(confirmation?.text).toContain(receipt.reference);
  expect(confirmation?.html).toContain('Žiga 😀 &lt;b&gt;');
  const [notice] = await site.mailsTo(owner.email);
  expect(notice?.text).toContain('Začetna skupina');

  expect((await api.participants.counts()).pending).toBe(1);
  const list = await api.participants.list({ query: { search: 'ziga' } });
  const id = list.results[0]?.id ?? '';
  expect(list.results).toMatchObject([{ reference: receipt.reference, status: 'pending', language: 'en' }]);
  await api.participants.setStatus({ params: { id }, body: { status: 'approved' } });
  const [, decision] = await site.mailsTo('ziga@example.com', 2);
  expect(decision?.subject).not.toBe(confirmation?.subject);
  expect(decision?.text).toContain('Approved');

  // the mailbox has a mail a moment before the sender knows that it does
  await expect
    .poll(async () => (await api.participants.get({ params: { id } })).mails.map(({ state }) => state))
    .toEqual(['sent', 'sent', 'sent']);
});

test('deletes expired rows, and nothing else', async () => {
  const { id } = await site.factories.organization();
  const keep = (key: string, age: string) =>
    site.rows(
      `insert into idempotency_keys (organization_id, key, body_hash, created_at) values ($1, $2, 'hash', now() - $3::interval)`,
      [id, key, age],
    );
  await keep('two-days-old', '49 hours');
  await keep('fresh-enough', '47 hours');
  await purge(site.pools.system, openStorage(site.env));
  expect(await site.rows('select key from idempotency_keys where organization_id = $1', [id])).toEqual([
    { key: 'fresh-enough' },
  ]);
});
