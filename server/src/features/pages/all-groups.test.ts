import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { canonical, createPublicSite } from '../../../test/applicants/public-site.ts';

let { site, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, open, close } = await createPublicSite());
});
afterAll(() => close());

let school: { id: string; label: string };
let path: string;
beforeEach(async () => {
  school = await site.factories.organization();
  const [{ label } = { label: '' }] = await site.rows<{ label: string }>(
    'select label from organizations where id = $1',
    [school.id],
  );
  path = `/${label}/groups`;
});

const group = (sl: string, given: object = {}) =>
  site.factories.group({ organization_id: school.id, name: { sl }, ...given });

test('the short address and the one with ids show all groups without script, and name one address', async () => {
  await group('Balet');
  await group('Jazz');
  for (const address of [path, `/public/${school.id}/groups`]) {
    const { status, html } = await open(address);
    expect(status).toBe(200);
    expect(html).toContain('>Balet</a>');
    expect(html).toContain('>Jazz</a>');
    expect(html).not.toContain('id="data"');
    expect(canonical(html)).toBe(`${site.env.publicUrl}${path}?lang=sl`);
    expect(html).not.toContain('noindex');
    expect(html).toContain('"@type":"ItemList"');
  }
  expect((await open(`/public/${school.id}/sitemap.xml`)).html).toContain(
    `<loc>${site.env.publicUrl}${path}?lang=sl</loc>`,
  );
  expect((await open(`/public/${school.id}/categories`)).html).toContain(`href="${path}"`);
});

test('a filtered list is for people, and says so to search engines', async () => {
  await group('Za sedemletne', { age_from: 6, age_to: 8 });
  await group('Za velike', { age_from: 16 });
  const { html } = await open(`${path}?age=7&day=&location_id=&lang=sl`);
  expect(html).toContain('<title>Skupine: 7 let ·');
  expect(html).toContain('>Za sedemletne</a>');
  expect(html).not.toContain('>Za velike</a>');
  expect(html).toContain('Najdena je 1 skupina.');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(canonical(html)).toBe(`${site.env.publicUrl}${path}?lang=sl`);
  expect(html).not.toContain('ld+json');
  // without the filter, and in the other language with it
  expect(html).toContain(`href="${path}?lang=sl#found"`);
  expect(html).toContain(`href="${path}?age=7&amp;lang=en"`);
});

test('what is no value of a filter is left out and said', async () => {
  await group('Balet');
  const other = await site.factories.location();
  for (const query of [
    'age=sedem',
    'age=7&age=8&day=torek',
    'day=%00',
    `location_id=${other.id}`,
    'location_id=x',
    'free_places=da',
    'page=-1',
    'page=1e9',
    `age=${'9'.repeat(5000)}`,
  ]) {
    const { status, html } = await open(`${path}?${query}`);
    expect([query, status]).toEqual([query, 200]);
    expect(html).toContain('nismo prepoznali');
    expect(html).toContain('>Balet</a>');
  }
  expect((await open(`${path}?age=&day=&page=1&utm_source=letak`)).html).not.toContain('nismo prepoznali');
});

test('nothing found says what was asked for and how to ask for less', async () => {
  await group('Balet', { age_to: 6 });
  const { html } = await open(`${path}?age=7&day=tuesday`);
  expect(html).toContain('Nobena skupina ne ustreza obema izbranima filtroma.');
  expect(html).toContain('<title>Skupine: 7 let, torek ·');
  expect(html).toContain(`href="${path}?day=tuesday#found"`);
  expect(html).toContain(`href="${path}?age=7#found"`);
});

test('pages lead to one another with their filters', async () => {
  const { id: category_id } = await site.factories.category({ organization_id: school.id });
  for (let number = 1; number <= 25; number += 1) await group(`Skupina ${number}`, { category_id });
  const first = await open(`${path}?age=7`);
  expect(first.html).toContain('Stran 1 od 2');
  expect(first.html).toContain(`rel="next" href="${path}?age=7&amp;page=2#found"`);
  expect(first.html).not.toContain('rel="prev"');
  const second = await open(`${path}?page=2`);
  expect(second.html).toContain(`rel="prev" href="${path}#found"`);
  expect(second.html).not.toContain('rel="next"');
  expect(second.html).toContain('noindex');
});

test('is found in capitals, by a label of before, and with its filters', async () => {
  expect(await open(`${path.toUpperCase()}/?age=7`)).toMatchObject({
    status: 302,
    location: `${path}?age=7`,
  });
  await site.owner.query('update organizations set label = $2 where id = $1', [
    school.id,
    `nova-${school.id}`,
  ]);
  expect(await open(`${path}?age=7`)).toMatchObject({
    status: 301,
    location: `/nova-${school.id}/groups?age=7`,
  });
});

test('of an unknown and of an inactive organisation has a page of its own', async () => {
  for (const address of ['/neznana/groups', `/public/${crypto.randomUUID()}/groups`])
    expect((await open(address)).status).toBe(404);
  await site.owner.query('update organizations set active = false where id = $1', [school.id]);
  for (const address of [path, `/public/${school.id}/groups`]) {
    const { status, html } = await open(address);
    expect(status).toBe(403);
    expect(html).toContain('Prijave so začasno zaprte');
  }
});
