import { readFile } from 'node:fs/promises';
import { reservedLabels } from '@vpisnik/contract/rules/public-addresses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canonical, createPublicSite } from '../../../test/applicants/public-site.ts';
import { PROVIDER_PATH } from '../../identity/provider/provider.ts';

let { site, web, open, close } = {} as Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  ({ site, web, open, close } = await createPublicSite());
});
afterAll(() => close());

let school: { id: string; label: string };
let ballet: { id: string };
beforeEach(async () => {
  await site.owner.query('delete from former_organization_labels');
  await site.owner.query(`update organizations set label = 'gone-' || right(id::text, 12)`);
  await site.owner.query('delete from former_organization_labels');
  school = await site.factories.organization({ name: 'Plesna šola Zvezda', label: 'zvezda' });
  ballet = await site.factories.group({ organization_id: school.id, label: 'otroski-balet' });
});

const relabel = (table: 'organizations' | 'groups', id: string, label: string) =>
  site.owner.query(`update ${table} set label = $2 where id = $1`, [id, label]);
const age = (table: string) =>
  site.owner.query(`update ${table} set replaced_at = now() - interval '1 year 1 minute'`);

describe('a short address', () => {
  test('shows the same page as the one with ids, which names it as canonical', async () => {
    for (const [short, long] of [
      ['/zvezda', `/public/${school.id}/categories`],
      ['/zvezda/otroski-balet', `/public/${school.id}/groups/${ballet.id}/apply`],
    ] as const) {
      const [here, there] = [await open(short), await open(long)];
      expect([here.status, there.status]).toEqual([200, 200]);
      const address = `${site.env.publicUrl}${short}?lang=sl`;
      expect([canonical(here.html), canonical(there.html)]).toEqual([address, address]);
    }
  });

  test('is what pages link to and the sitemap names', async () => {
    const { html } = await open(`/public/${school.id}/groups/${ballet.id}/apply`);
    expect(html).toContain('href="/zvezda"');
    expect(html).toContain(`"url":"${site.env.publicUrl}/zvezda/otroski-balet"`);
    const sitemap = (await open(`/public/${school.id}/sitemap.xml`)).html;
    expect(sitemap).toContain(`${site.env.publicUrl}/zvezda/otroski-balet?lang=`);
    expect(sitemap).not.toContain('/apply');
  });

  test('is found with a slash too many and in capitals', async () => {
    expect(await open('/Zvezda/Otroski-Balet/?lang=en')).toMatchObject({
      status: 302,
      location: '/zvezda/otroski-balet?lang=en',
    });
  });

  test('that leads nowhere is a friendly page', async () => {
    for (const [address, words] of [
      ['/neznana', 'Te strani ni'],
      ['/neznana/skupina', 'Te strani ni'],
      ['/zvezda/neznana', 'Ta skupina ni objavljena'],
      ['/zvezda/otroski-balet.', 'Te strani ni'],
      ['/Čudno%20ime', 'Te strani ni'],
    ] as const) {
      const { status, html } = await open(address);
      expect([address, status]).toEqual([address, 404]);
      expect(html).toContain(words);
    }
  });

  test('has one or two parts: longer ones and the words of staff pages, in capitals too, are the staff app', async () => {
    for (const address of ['/no/such/page', '/zvezda/otroski-balet/kar-nekaj', '/Login', '/GROUPS/1']) {
      const { status, html } = await open(address);
      expect([address, status]).toEqual([address, 200]);
      expect(html).toContain('<title>Staff</title>');
    }
  });

  test('follows a group that is published only later, and one that is withdrawn', async () => {
    await site.owner.query('update groups set active = false where id = $1', [ballet.id]);
    expect((await open('/zvezda/otroski-balet')).status).toBe(404);
    await site.owner.query('update groups set active = true where id = $1', [ballet.id]);
    expect((await open('/zvezda/otroski-balet')).status).toBe(200);
    await site.owner.query('update groups set active = false where id = $1', [ballet.id]);
    expect((await open('/zvezda/otroski-balet')).status).toBe(404);
  });

  test('takes a form that the browser sends by itself', async () => {
    const payload = new URLSearchParams({ language: 'sl', name: '', email: 'ana@example.com' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = (url: string) => web.inject({ method: 'POST', url, headers, payload });
    const refused = await answer('/zvezda/otroski-balet');
    expect([refused.statusCode, refused.body.includes('ana@example.com')]).toEqual([422, true]);
    await relabel('groups', ballet.id, 'balet');
    expect((await answer('/zvezda/otroski-balet')).body).toContain('ana@example.com');
    expect((await answer('/zvezda/neznana')).statusCode).toBe(404);
  });
});

describe('a label that was replaced', () => {
  test('leads to the present address for a year', async () => {
    await relabel('organizations', school.id, 'zvezda-ljubljana');
    await relabel('groups', ballet.id, 'balet');
    expect(await open('/zvezda/otroski-balet?lang=en')).toMatchObject({
      status: 301,
      location: '/zvezda-ljubljana/balet?lang=en',
    });
    expect(await open('/zvezda')).toMatchObject({ status: 301, location: '/zvezda-ljubljana' });
    await age('former_organization_labels');
    expect((await open('/zvezda')).status).toBe(404);
    await age('former_group_labels');
    expect((await open('/zvezda-ljubljana/otroski-balet')).status).toBe(404);
  });

  test('can be taken back, or by another group of the organisation at once', async () => {
    await relabel('groups', ballet.id, 'balet');
    const next = await site.factories.group({ organization_id: school.id, label: 'otroski-balet' });
    expect(canonical((await open('/zvezda/otroski-balet')).html)).toContain('/zvezda/otroski-balet');
    await site.owner.query('delete from groups where id = $1', [next.id]);
    await relabel('organizations', school.id, 'druga');
    await relabel('organizations', school.id, 'zvezda');
    expect((await open('/zvezda')).status).toBe(200);
  });

  test('leads on while the group that took it is a draft, and again when that is gone', async () => {
    await relabel('groups', ballet.id, 'balet');
    const draft = await site.factories.group({
      ...{ organization_id: school.id, label: 'otroski-balet', active: false },
    });
    const leadsOn = { status: 301, location: '/zvezda/balet' };
    expect(await open('/zvezda/otroski-balet')).toMatchObject(leadsOn);
    await site.owner.query('update groups set active = true where id = $1', [draft.id]);
    expect((await open('/zvezda/otroski-balet')).status).toBe(200);
    await site.owner.query('delete from groups where id = $1', [draft.id]);
    expect(await open('/zvezda/otroski-balet')).toMatchObject(leadsOn);
  });

  test('is no other organisation’s within the year', async () => {
    await relabel('organizations', school.id, 'druga');
    const other = await site.factories.organization({ name: 'Zvezda' });
    await expect(relabel('organizations', other.id, 'zvezda')).rejects.toMatchObject({
      code: '23505',
      constraint: 'organizations_label_key',
    });
    await age('former_organization_labels');
    await relabel('organizations', other.id, 'zvezda');
    expect(canonical((await open('/zvezda')).html)).toBe(`${site.env.publicUrl}/zvezda?lang=sl`);
  });
});

describe('a new organisation', () => {
  test.each([
    ['Športno društvo Čuk', 'sportno-drustvo-cuk'],
    ['Zvezda', 'zvezda-2'],
    ['Login', 'login-2'],
    ['!!!', 'organizacija'],
  ])('called %s gets the label %s', async (name, label) => {
    expect((await site.factories.organization({ name })).label).toBe(label);
  });

  test('gets a label of its own when another registers under the same name at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, () => site.factories.organization({ name: 'Sočasno društvo' })),
    );
    expect(new Set(made.map(({ label }) => label)).size).toBe(5);
  });
});

describe('the label in the settings', () => {
  test('is changed by an administrator; one that is taken or reserved is an error at its field', async () => {
    const organization = await site.factories.organization({ label: 'cuk' });
    const admin = await site.factories.member({
      organization_id: organization.id,
      role: 'ORGANIZATION_ADMIN',
    });
    const change = (label: string) => site.as(admin).patch('/organizations', { label, version: 1 });
    expect(await change('zvezda')).toMatchObject({
      status: 409,
      body: { code: 'label_taken', errors: [{ path: 'label' }] },
    });
    expect(await change('dashboard')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'label', code: 'label_reserved' }] },
    });
    expect(await change('drustvo-cuk')).toMatchObject({ status: 200, body: { label: 'drustvo-cuk' } });
  });
});

/** Words of an address that an organisation's label could shadow: its first part, when that is fixed and no file. */
const firstPart = (path: string) => /^\/([a-z0-9-]+)(?:\/|$)/.exec(path)?.[1];

describe('reserved words', () => {
  test('the words of every route of the server are reserved', () => {
    const paths = [site.app, web].flatMap((app) => {
      const tree = app.printRoutes({ commonPrefix: false });
      // an app that answers `/` shows it as the root, and its branches without their first slash
      return [...tree.matchAll(/^[ │] {3}[├└]── ([^/\s]\S*)|^[├└]── (\/\S+)/gm)].map(
        ([, below, top]) => top ?? `/${below}`,
      );
    });
    // the provider is mounted with sign-in, which neither app has
    const parts = [...paths, PROVIDER_PATH].flatMap((path) => firstPart(path) ?? []);
    expect(parts).toEqual(expect.arrayContaining(['api', 'public', 'privacy-policy']));
    expect(reservedLabels).toEqual(expect.arrayContaining(parts));
  });

  test('so are those of every route of the staff app', async () => {
    const routes = await readFile(
      new URL('../../../../web/src/staff/routeTree.gen.ts', import.meta.url),
      'utf8',
    );
    const parts = [...routes.matchAll(/fullPath: '([^']+)'/g)].flatMap(
      ([, path = '']) => firstPart(path) ?? [],
    );
    expect(parts).toContain('dashboard');
    expect(reservedLabels).toEqual(expect.arrayContaining(parts));
  });

  test('the database proposes none of them', async () => {
    const { rows } = await site.owner.query<{ words: string[] }>('select app.reserved_labels() as words');
    expect(rows[0]?.words.toSorted()).toEqual(reservedLabels.toSorted());
  });
});
