import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicantAt } from '../../../test/applicants/applicant.ts';
import { createPublicSite } from '../../../test/applicants/public-site.ts';

let pages: Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  pages = await createPublicSite();
});
afterAll(() => pages.close());

const address = 'barbara@posta.test';
const name = { sl: 'Ime starša', en: 'Name of parent' };
let organization_id: string;
let group_id: string;
let guardian: string;
let me: Awaited<ReturnType<typeof applicantAt>>;
let reference: string;
let id: string;
beforeEach(async () => {
  const { factories } = pages.site;
  await pages.site.rows('delete from rate_limits');
  organization_id = (await factories.organization()).id;
  group_id = (await factories.group({ organization_id, name: { sl: 'Balet I' } })).id;
  const asked = await factories.formField({ organization_id, name, purpose: 'guardian_name', type: 'text' });
  guardian = (
    await factories.groupField({ organization_id, group_id, form_field_id: asked.id, widget: 'text' })
  ).id;
  ({ reference, id } = await factories.participant({
    ...{ organization_id, group_id, email: address, name: 'Zala', phone: '031 777 188', status: 'approved' },
    answers: [
      {
        ...{ field_id: guardian, label: null, name: 'Ime starša', type: 'text', purpose: 'guardian_name' },
        ...{ value: 'Barbara "B" <Kos>', text: 'Barbara "B" <Kos>', sensitive: false },
      },
    ] as never,
  }));
  me = await applicantAt(pages, { organization_id, address });
});

test('another child’s form opens with the guardian’s data, the own group first and those that take no applications not at all', async () => {
  const { factories } = pages.site;
  await factories.group({ organization_id, name: { sl: 'Akrobatika' } });
  await factories.group({ organization_id, name: { sl: 'Zaprta' }, active: false });
  const { html } = await pages.open(`${me.base}/${reference}/another?lang=sl`);
  const forms = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
  expect(forms.map((form) => /<b(?: [^>]*)?>([^<]*)/.exec(form)?.[1])).toEqual(['Balet I', 'Akrobatika']);
  // nothing personal stands in an address
  expect([...html.matchAll(/(?:href|action)="([^"]*)"/g)].join()).not.toMatch(/barbara@|Barbara|031/);
  const first = forms[0] ?? '';
  const action = /action="([^"]*)"/.exec(first)?.[1] ?? '';
  const fields = [...first.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, key = '', value = '']) => [
    key,
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  ]);
  const opened = await me.post(action.replaceAll('&amp;', '&'), fields as [string, string][]);
  expect(opened.status).toBe(200);
  expect(opened.html).toContain('Kontaktne podatke smo prenesli');
  for (const kept of [address, '031 777 188', 'Barbara &quot;B&quot; &lt;Kos&gt;'])
    expect(opened.html).toContain(`value="${kept}"`);
  // the child is another
  expect(opened.html).not.toContain('value="Zala"');
  expect(
    await pages.site.rows('select id from participants where organization_id = $1', [organization_id]),
  ).toEqual([{ id }]);
});

test('what was typed stays when the database fails, and is saved by the same form once it works', async () => {
  await pages.site.rows(`create function public.broken() returns trigger language plpgsql as
    $$ begin raise 'disk full' using errcode = '53100'; end $$`);
  await pages.site.rows(`create trigger broken before update on participants for each row
    when (new.notes = 'Pride sama.') execute function public.broken()`);
  const form = await me.form(reference, 'save', 'edit');
  const typed = { phone: '040 555 121', notes: 'Pride sama.' };
  const failed = await form.send(typed);
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(failed.html).toContain('Ni shranjeno, ker strežnik trenutno ne odgovarja');
  expect(failed.html).toContain('Poskusi znova');
  expect(failed.html).toContain('value="040 555 121"');
  expect(failed.html).toContain('>Pride sama.</textarea>');
  const stored = () => pages.site.rows('select phone, notes from participants where id = $1', [id]);
  expect(await stored()).toMatchObject([{ phone: '031 777 188' }]);
  expect(await pages.site.rows('select id from mails where organization_id = $1', [organization_id])).toEqual(
    [],
  );
  await pages.site.rows('drop trigger broken on participants');
  expect(await form.send(typed)).toMatchObject({ status: 303, said: 'saved' });
  expect(await stored()).toEqual([typed]);
});

test('staff who look at the page get no form below it', async () => {
  const { api } = pages.site.as(await pages.site.factories.member({ organization_id }));
  await (await me.form(reference, 'save', 'edit')).send({ email: 'nova@posta.test' });
  const { path } = await api.applicant_links.look({ params: { id } });
  for (const view of ['', '/edit', '/address', '/another', '/withdraw']) {
    const { status, html } = await pages.open(`${path}${view}`);
    expect([view, status]).toEqual([view, 200]);
    expect(html).toContain('Stran vidite tako kot prijavitelj');
    expect(html).not.toMatch(/name="nonce" value="[^"]|data-edit|name="code"|name="another"/);
    expect(html).not.toContain('nova@posta.test');
  }
});

test('a form can be filled in and refused in either language', async () => {
  const form = await me.form(reference, 'save', 'edit', 'en');
  const { status, html } = await form.send({ email: 'barbara', phone: '040 555 121' });
  expect(status).toBe(422);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('Not saved');
  expect(html).toContain('value="040 555 121"');
});

test.each(['edit', 'another'])('%s is small with its styles and script', async (view) => {
  const { html } = await pages.open(`${me.base}/${reference}/${view}`);
  const scripts = [...html.matchAll(/(?:rel="modulepreload" href|<script type="module"[^>]*src)="([^"]+)"/g)];
  const files = await Promise.all(scripts.map(([, url = '']) => pages.web.inject({ url })));
  expect(files.length).toBeGreaterThan(0);
  expect(files.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const parts = [Buffer.from(html), ...files.map(({ rawPayload }) => rawPayload)];
  const bytes = parts.reduce((sum, part) => sum + brotliCompressSync(part).length, 0);
  expect(bytes).toBeLessThan(30_000);
});
