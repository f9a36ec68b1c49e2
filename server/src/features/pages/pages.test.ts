import { readApplicationForm } from '@vpisnik/contract/rules/application-form';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicantsOf, application } from '../../../test/applicants/applicants.ts';
import { createPublicSite } from '../../../test/applicants/public-site.ts';

// fixed days: one is the name of a version, the other is past and stays so

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
let organization_id: string;
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());
beforeEach(async () => {
  organization_id = (await site.factories.organization({ name: 'Plesna šola Zvezda' })).id;
});

const daysAway = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

describe('programmes and groups', () => {
  test('show published rows, with their data for the script', async () => {
    const category = await site.factories.category({ organization_id, name: { sl: 'Balet', en: 'Ballet' } });
    const name = { sl: 'Šolski balet', en: 'School ballet' };
    await site.factories.group({ organization_id, category_id: category.id, name });
    const programmes = await open(`/public/${organization_id}/categories`);
    expect(programmes.status).toBe(200);
    expect(programmes.html).toContain('Balet');
    const groups = await open(`/public/${organization_id}/categories/${category.id}/groups`);
    expect(groups.status).toBe(200);
    expect(groups.html).toContain('<title>Balet · Plesna šola Zvezda</title>');
    expect(dataOf(groups.html).page.results).toHaveLength(1);
  });

  test('carry nothing that the API would not answer', async () => {
    const group = await site.factories.group({ organization_id });
    const { html } = await open(`/public/${organization_id}/groups/${group.id}/apply`);
    const { body } = await site.visitor.get(`/public/${organization_id}/groups/${group.id}`);
    const { page } = dataOf(html);
    expect({ organization: page.organization, group: page.group }).toEqual(body);
  });

  test('the address of an organisation alone leads to its programmes', async () => {
    const { status, headers } = await open(`/public/${organization_id}`);
    expect([status, headers.location]).toEqual([302, `/public/${organization_id}/categories`]);
  });

  test('are found with a trailing slash; unknown pages of an organisation lead to its programmes', async () => {
    const group = await site.factories.group({ organization_id });
    const own = `/public/${organization_id}`;
    for (const [address, there] of [
      [`${own}/`, own],
      [`${own}/categories/?lang=en`, `${own}/categories?lang=en`],
      [`${own}/groups/${group.id}/apply/`, `${own}/groups/${group.id}/apply`],
      [`${own}/groups/${group.id}`, `${own}/categories`],
      [`${own}/groups/?embed=1`, `${own}/groups?embed=1`],
      [`${own}/group?embed=1`, `${own}/categories?embed=1`],
      ['/privacy-policy/', '/privacy-policy'],
    ] as const) {
      const { status, headers } = await open(address);
      expect([address, status, headers.location]).toEqual([address, 302, there]);
    }
    expect((await open(`${own}/logo.png`)).status).toBe(404);
  });

  test('search without script narrows the list, accents ignored', async () => {
    const category = await site.factories.category({ organization_id });
    for (const name of ['Šolski balet', 'Kitara'])
      await site.factories.group({ organization_id, category_id: category.id, name: { sl: name } });
    const { html } = await open(`/public/${organization_id}/categories/${category.id}/groups?search=solski`);
    expect(html).toContain('>Šolski balet</a>');
    expect(html).not.toContain('>Kitara</a>');
  });
});

describe('the language', () => {
  const languageOf = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1];

  test('comes from the address, then the browser, then the organisation', async () => {
    const english = await site.factories.organization({ default_language: 'en' });
    const path = `/public/${english.id}/categories`;
    const asks = { 'accept-language': 'de, sl;q=0.8, en;q=0.5' };
    expect(languageOf((await open(`${path}?lang=en`, asks)).html)).toBe('en');
    expect(languageOf((await open(path, asks)).html)).toBe('sl');
    expect(languageOf((await open(path, { 'accept-language': 'de' })).html)).toBe('en');
    expect(languageOf((await open(path)).html)).toBe('en');
    expect(languageOf((await open('/', {})).html)).toBe('sl');
    expect(languageOf((await open('/', { 'accept-language': 'en-GB' })).html)).toBe('en');
  });

  test('is one that the page has', async () => {
    const group = await site.factories.group({ organization_id, languages: ['sl'], name: { sl: 'Balet' } });
    const path = `/public/${organization_id}/groups/${group.id}/apply`;
    const { html } = await open(`${path}?lang=en`, { 'accept-language': 'en' });
    expect(languageOf(html)).toBe('sl');
    expect(html).not.toContain('hreflang="en"');
  });
});

describe('what can not be shown has a page of its own', () => {
  test.each([
    ['an unknown organisation', () => `/public/${crypto.randomUUID()}/categories`, 404, 'Te strani ni'],
    ['an address that is no id', () => '/public/zvezda/categories', 404, 'Te strani ni'],
    [
      'an unknown category',
      () => `/public/${organization_id}/categories/${crypto.randomUUID()}/groups`,
      404,
      'Tega programa ni več',
    ],
    [
      'a category that is no id',
      () => `/public/${organization_id}/categories/x/groups`,
      404,
      'Tega programa',
    ],
    [
      'an unknown group',
      () => `/public/${organization_id}/groups/${crypto.randomUUID()}/apply`,
      404,
      'Ta skupina ni objavljena',
    ],
  ])('%s', async (_what, path, expected, text) => {
    const { status, html } = await open(path());
    expect(status).toBe(expected);
    expect(html).toContain(text);
    expect(html).toContain('noindex');
  });

  test('an organisation that is deleted is not there, and all of it is back when it is restored', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const schedule = [{ day: 'tuesday', start_time: '17:30', duration: 75 }];
    const group = await site.factories.group({ organization_id, schedule, start_date: day });
    const editor = site.as(await site.factories.member({ organization_id }));
    const picture = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#c31' } })
      .jpeg()
      .toBuffer();
    const { url } = (await editor.post<{ url: string }>('/files', picture, { 'content-type': 'image/jpeg' }))
      .body;
    const pathsOf = (id: string) => [
      `/public/${id}/categories`,
      `/public/${id}/categories/${group.category_id}/groups`,
      `/public/${id}/groups`,
      `/public/${id}/groups/${group.id}/apply`,
      `/public/${id}/groups/${group.id}/calendar.ics`,
      `/public/${id}/sitemap.xml`,
      `/api/public/organizations/${id}`,
      `/api/public/${id}/categories`,
      `/api/public/${id}/categories/${group.category_id}/groups`,
      `/api/public/${id}/groups`,
      `/api/public/${id}/groups/${group.id}`,
      url.replace(organization_id, id),
    ];
    const look = (id: string) =>
      Promise.all(
        pathsOf(id).map(async (path) => {
          const where = path.startsWith('/public') ? web : site.app;
          const { statusCode, body } = await where.inject({ url: path });
          const same = body.replaceAll(id, '').replace(/nonce="[^"]+"|"request_id":"[^"]+"/g, '');
          return [path.replace(id, ''), statusCode, statusCode === 404 ? same : ''];
        }),
      );
    const before = await look(organization_id);
    expect(before.filter(([, status]) => status !== 200)).toEqual([]);
    const admin = site.as(await site.factories.member({ role: 'ADMIN' }));
    await admin.delete(`/organizations/${organization_id}`, { confirm_name: 'Plesna šola Zvezda' });
    expect(await look(organization_id)).toEqual(await look(crypto.randomUUID()));
    await admin.post(`/organizations/${organization_id}/restore`);
    expect(await look(organization_id)).toEqual(before);
  });

  test('an inactive organisation says so kindly, with its address', async () => {
    const { id } = await site.factories.organization({ active: false, contact_email: 'info@zvezda.example' });
    const group = await site.factories.group({ organization_id: id });
    for (const path of ['categories', `categories/${group.category_id}/groups`, `groups/${group.id}/apply`]) {
      const { status, html } = await open(`/public/${id}/${path}`);
      expect(status).toBe(403);
      expect(html).toContain('Prijave so začasno zaprte');
      expect(html).toContain('info@zvezda.example');
    }
  });

  test('an inactive group is not public; one of an inactive category is, by its own link', async () => {
    const hidden = await site.factories.group({ organization_id, active: false });
    expect((await open(`/public/${organization_id}/groups/${hidden.id}/apply`)).status).toBe(404);
    const category = await site.factories.category({ organization_id, active: false });
    const linked = await site.factories.group({ organization_id, category_id: category.id });
    expect((await open(`/public/${organization_id}/groups/${linked.id}/apply`)).status).toBe(200);
    expect((await open(`/public/${organization_id}/categories/${category.id}/groups`)).status).toBe(404);
  });

  test.each([
    ['closed', { accept_applications: false }, 200, 'Prijave so zaprte'],
    ['not yet open', { apply_from: daysAway(3) }, 200, 'Prijave se še niso začele'],
    ['ended', { start_date: '2020-01-01', end_date: '2020-02-01' }, 410, 'Skupina je zaključena'],
    ['full without a waiting list', { capacity: 1, when_full: 'close' }, 200, 'Vsa mesta so oddana'],
  ])('a group that is %s has no form', async (what, given, expected, text) => {
    const group = await site.factories.group({ organization_id, ...given });
    if (what.startsWith('full')) await site.factories.participant({ organization_id, group_id: group.id });
    const { status, html } = await open(`/public/${organization_id}/groups/${group.id}/apply`);
    expect(status).toBe(expected);
    expect(html).toContain(text);
    expect(html).not.toContain('name="email"');
  });
});

describe('a form sent without script', () => {
  type Fields = Record<string, string>;
  const filled = (fields: Fields = {}): Fields => ({
    language: 'sl',
    idempotency_key: crypto.randomUUID(),
    opened_at: new Date(Date.now() - 60_000).toISOString(),
    privacy_version: '2026-11-01',
    accept_waitlist: 'false',
    website: '',
    name: 'Špela Žnidaršič',
    email: 'Barbara@example.com',
    phone: '031 777 188',
    notes: 'Pride z bratom.',
    ...fields,
  });
  const post = async (group: { id: string }, fields: Fields, address = '203.0.113.7') => {
    const { statusCode, body } = await web.inject({
      method: 'POST',
      url: `/public/${organization_id}/groups/${group.id}/apply`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: address,
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: statusCode, html: body };
  };
  const rowsOf = (group: { id: string }) =>
    site.rows<{ name: string; email: string; notes: string; status: string; answers: unknown[] }>(
      'select name, email, notes, status, answers from participants where group_id = $1 order by application_date',
      [group.id],
    );

  test('is an application like any other, once', async () => {
    const group = await site.factories.group({ organization_id });
    const fields = filled();
    const first = await post(group, fields);
    expect(first.status).toBe(200);
    expect(first.html).toContain('Prijava je oddana');
    expect(first.html).toContain('barbara@example.com');
    const again = await post(group, fields);
    expect(dataOf(again.html).page.posted.receipt).toEqual(dataOf(first.html).page.posted.receipt);
    expect(await rowsOf(group)).toMatchObject([
      { name: 'Špela Žnidaršič', email: 'barbara@example.com', notes: 'Pride z bratom.', status: 'pending' },
    ]);
  });

  test('that was sent with script before gets the receipt of that', async () => {
    const group = await site.factories.group({ organization_id });
    const fields = filled();
    const { filled: said } = readApplicationForm(Object.entries(fields), [], 'sl');
    const body = application({ ...said, privacy_version: fields.privacy_version, accept_waitlist: false });
    const sent = await applicantsOf(site).apply(group, body, fields.idempotency_key);
    expect(sent.status).toBe(201);
    // the stored answer does not ask what the group is by now
    await site.rows("update groups set capacity = 1, when_full = 'close' where id = $1", [group.id]);
    const { status, html } = await post(group, fields);
    expect([status, dataOf(html).page.posted.receipt]).toEqual([200, sent.body]);
    expect(await rowsOf(group)).toHaveLength(1);
  });

  test('with mistakes comes back with everything in it', async () => {
    const field = await site.factories.formField({
      organization_id,
      type: 'date',
      name: { sl: 'Datum rojstva', en: 'Date of birth' },
    });
    const group = await site.factories.group({ organization_id });
    const { id } = await site.factories.groupField({
      organization_id,
      group_id: group.id,
      form_field_id: field.id,
      widget: 'date',
      required: true,
    });
    const opened_at = '2026-01-02T03:04:05.000Z';
    const wrong = await post(
      group,
      filled({ name: '', email: 'barbara@mail', [`answers.${id}`]: '31.2.2012', opened_at }),
    );
    expect(wrong.status).toBe(422);
    // who corrects a mistake at once is no robot
    expect(wrong.html).toContain(`value="${opened_at}"`);
    expect(wrong.html).toContain('popravite 3 polja');
    expect(wrong.html).toContain('value="barbara@mail"');
    expect(wrong.html).toContain('value="31.2.2012"');
    expect(wrong.html).toContain('Pride z bratom.');
    expect(await rowsOf(group)).toEqual([]);

    const right = await post(group, filled({ [`answers.${id}`]: '28.02.2012' }));
    expect(right.html).toContain('Prijava je oddana');
    expect(await rowsOf(group)).toMatchObject([{ answers: [{ value: '2012-02-28' }] }]);
  });

  test('to a group that has filled up offers the waiting list', async () => {
    const group = await site.factories.group({ organization_id, capacity: 1 });
    await site.factories.participant({ organization_id, group_id: group.id });
    const full = await post(group, filled());
    expect(full.status).toBe(409);
    expect(full.html).toContain('Zadnje mesto je pravkar oddano');
    expect(full.html).toContain('name="accept_waitlist" value="true"');
    const queued = await post(group, filled({ accept_waitlist: 'true' }));
    expect(queued.html).toContain('Prijava je v čakalni vrsti');
    expect((await rowsOf(group)).map(({ status }) => status)).toEqual(['pending', 'waitlisted']);
  });

  test('to a group that has closed meanwhile keeps the answers', async () => {
    const group = await site.factories.group({ organization_id, accept_applications: false });
    const { status, html } = await post(group, filled());
    expect(status).toBe(409);
    expect(html).toContain('Skupina ne sprejema več prijav');
    expect(html).toContain('value="Špela Žnidaršič"');
  });

  test('whose first answer was lost may be sent again with other answers', async () => {
    const group = await site.factories.group({ organization_id });
    const fields = filled();
    await post(group, fields);
    const { status, html } = await post(group, { ...fields, notes: 'Pride sama.' });
    expect(status).toBe(200);
    expect(html).toContain('Prijava je oddana');
    expect(await rowsOf(group)).toHaveLength(1);
  });

  test('more often than sixty times a minute has to wait, and keeps the answers', async () => {
    const group = await site.factories.group({ organization_id });
    for (let sent = 0; sent < 60; sent++) await post(group, filled({ name: '' }), '203.0.113.60');
    const { status, html } = await post(group, filled(), '203.0.113.60');
    expect(status).toBe(429);
    expect(html).toContain('value="Špela Žnidaršič"');
    expect(await rowsOf(group)).toEqual([]);
  });

  test('while the database is too busy keeps the answers, and says when to come back', async () => {
    const group = await site.factories.group({ organization_id });
    await site.rows(`create function public.busy() returns trigger language plpgsql as
      $$ begin raise 'deadlock detected' using errcode = '40P01'; end $$`);
    await site.rows(`create trigger busy before insert on participants for each row
      when (new.email = 'busy@example.com') execute function public.busy()`);
    const { status, html } = await post(group, filled({ email: 'busy@example.com' }));
    expect(status).toBe(503);
    expect(html).toContain('value="Špela Žnidaršič"');
    expect(dataOf(html).page.posted.problem).toMatchObject({ code: 'unavailable', retry_after: 5 });
  });

  test('for another person begins with the contact data alone', async () => {
    const group = await site.factories.group({ organization_id });
    const { status, html } = await post(group, {
      language: 'sl',
      another: 'true',
      email: 'barbara@example.com',
    });
    expect(status).toBe(200);
    expect(html).toContain('value="barbara@example.com"');
    expect(html).toContain('Kontaktne podatke smo prenesli');
    expect(await rowsOf(group)).toEqual([]);
  });

  test.each([600_000, 6_000_000])(
    'with an answer of %i characters comes back to be shortened',
    async (length) => {
      const group = await site.factories.group({ organization_id });
      const { status, html } = await post(group, filled({ notes: 'Dolgo besedilo. '.repeat(length / 16) }));
      expect(status).toBe(422);
      expect(html).toContain('skrajšajte odgovor na največ 2000 znakov');
      expect(html).toContain('value="Špela Žnidaršič"');
      expect(html).toContain('Dolgo besedilo. Dolgo besedilo.');
      expect(html.length).toBeLessThan(200_000);
      expect(await rowsOf(group)).toEqual([]);
    },
  );

  test('with a name that is too long comes back with all of it, to be shortened', async () => {
    const group = await site.factories.group({ organization_id });
    const name = 'Ana '.repeat(60).trim();
    const { status, html } = await post(group, filled({ name }));
    expect(status).toBe(422);
    expect(html).toContain('skrajšajte odgovor na največ 200 znakov');
    expect(html).toContain(`value="${name}"`);
  });

  test('of which the end was too much to read is none, also without a mistake', async () => {
    const group = await site.factories.group({ organization_id });
    const { status, html } = await post(group, filled({ unknown: 'x'.repeat(3_000_000) }));
    expect([status, dataOf(html).page.posted.problem.code]).toEqual([413, 'payload_too_large']);
    expect(html).toContain('value="Špela Žnidaršič"');
    expect(await rowsOf(group)).toEqual([]);
  });

  test('of more answers than any form has is none, and is read in no time', async () => {
    const group = await site.factories.group({ organization_id });
    const url = `/public/${organization_id}/groups/${group.id}/apply`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `${new URLSearchParams(filled())}${'&a'.repeat(900_000)}`;
    const { statusCode, body } = await web.inject({ method: 'POST', url, headers, payload });
    expect([statusCode, dataOf(body).page.posted.problem.code]).toEqual([413, 'payload_too_large']);
    expect(body).toContain('value="Špela Žnidaršič"');
    expect(await rowsOf(group)).toEqual([]);
  });

  test('is refused when it is no form, or far too large', async () => {
    const group = await site.factories.group({ organization_id });
    const url = `/public/${organization_id}/groups/${group.id}/apply`;
    const json = { 'content-type': 'application/json' };
    expect((await web.inject({ method: 'POST', url, headers: json, payload: '{}' })).statusCode).toBe(415);
    const { status, html } = await post(group, filled({ notes: 'x'.repeat(21_000_000) }));
    expect([status, html.includes('<h1')]).toEqual([413, true]);
    expect((await web.inject({ method: 'POST', url })).statusCode).toBe(422);
  });

  test('shows sent values as text, markup included', async () => {
    const group = await site.factories.group({ organization_id });
    const { html } = await post(
      group,
      filled({ name: '', notes: '</textarea></script><script>alert(1)</script>' }),
    );
    expect(html).not.toContain('<script>alert');
    expect(dataOf(html).page.posted.entries).toContainEqual([
      'notes',
      '</textarea></script><script>alert(1)</script>',
    ]);
  });
});

describe('the document', () => {
  test('allows its own parts only', async () => {
    const { headers, html } = await open('/');
    const nonce = /<style nonce="([^"]+)"/.exec(html)?.[1];
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toContain("style-src-attr 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect((await open('/')).html).not.toContain(nonce);
  });

  test('may be framed by the origins that the organisation names, when it is asked for a frame', async () => {
    const { id } = await site.factories.organization({ embed_origins: ['https://zvezda.example'] });
    const embedded = await open(`/public/${id}/categories?embed=1`);
    expect(embedded.headers['content-security-policy']).toContain('frame-ancestors https://zvezda.example');
    expect(embedded.html).not.toContain('<footer');
    const plain = await open(`/public/${id}/categories`);
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const none = await open(`/public/${organization_id}/categories?embed=1`);
    expect(none.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('of the preview of a form is empty, in a frame of our own, and can send nothing', async () => {
    const { status, headers, html } = await open('/preview/application');
    expect(status).toBe(200);
    const policy = headers['content-security-policy'];
    for (const rule of ["frame-ancestors 'self'", "connect-src 'none'", "form-action 'none'"])
      expect(policy).toContain(rule);
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    // no other page may be framed because of it
    expect((await open('/')).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('refers only to files that are there, kept for good', async () => {
    const { html } = await open('/');
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { status, headers } = await open(file);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await open('/assets/nothing.js')).status).toBe(404);
  });

  test.each(['/terms-and-conditions', '/privacy-policy', '/data-processing-agreement'])(
    '%s names who runs this installation',
    async (path) => {
      for (const language of ['sl', 'en']) {
        const { status, html } = await open(`${path}?lang=${language}`);
        expect(status).toBe(200);
        expect(html).toContain(site.env.operator.name);
        expect(html).not.toContain('{{');
      }
    },
  );
});

describe('every other address', () => {
  test('is the staff app with a nonce of its own', async () => {
    const { status, headers, html } = await open('/groups/123?tab=x');
    expect(status).toBe(200);
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(headers['cache-control']).toBe('no-store');
    expect(html).toContain('{&quot;contact_url&quot;:');
  });

  test('is nothing below /api, and no file', async () => {
    expect((await open('/api/nothing')).status).toBe(404);
    expect((await open('/wp-login.php')).status).toBe(404);
    expect((await open('//evil.example/x')).status).toBe(404);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: whatever the page carries
function dataOf(html: string): any {
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(json ?? 'null');
}
