import { readFileSync, statSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const assets = new URL('../../web/dist/staff/assets/staff/', import.meta.url);

/** Bytes of a script as it travels, packed by the build. */
function packed(url: string): number {
  const file = new URL(new URL(url).pathname.split('/').at(-1) ?? '', assets);
  const br = new URL(`${file.href}.br`);
  return statSync(br, { throwIfNoEntry: false })?.size ?? readFileSync(file).length;
}

/** Opens a page anew and tells what it has asked for until something of its own is there. */
async function firstLook(page: Page, path: string, seen: (page: Page) => Promise<void>) {
  // what the page before still asks for is no part of it
  await page.goto('about:blank');
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('request', note);
  await page.goto(path);
  await seen(page);
  page.off('request', note);
  const urls = requests.map((request) => request.url());
  const scripts = urls.filter((url) => url.endsWith('.js'));
  return {
    api: requests
      .filter((request) => new URL(request.url()).pathname.startsWith('/api/'))
      .map((request) => `${request.method()} ${new URL(request.url()).pathname}`),
    count: urls.length,
    script: scripts.reduce((sum, url) => sum + packed(url), 0),
  };
}

const rows = async (page: Page) => {
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
};
const events = async (page: Page) => {
  await expect(
    page.getByRole('region', { name: 'Tedenski koledar' }).getByRole('link').first(),
  ).toBeVisible();
};
const pages = [
  ['/dashboard', events],
  ['/groups', rows],
  ['/participants', rows],
] as const;

for (const [path, seen] of pages) {
  test(`${path} shows its first rows after one call, and loads no more than it shows`, async ({
    page,
    signIn,
  }) => {
    await signIn('owner@zvezda.test');
    const look = await firstLook(page, path, seen);
    expect(look.api).toEqual(['POST /api/auth/session']);
    expect(look.script).toBeLessThan(200_000);
    // the document, its style, two fonts, the session, and the scripts
    expect(look.count).toBeLessThanOrEqual(12);
  });
}

for (const which of ['a group', 'a new group']) {
  test(`the editor of ${which} can be typed into after one call, without what checks and sends it`, async ({
    page,
    signIn,
    school,
  }) => {
    await signIn('owner@zvezda.test');
    const id = which === 'a group' ? school.groupId('Balet za odrasle') : 'new';
    const look = await firstLook(page, `/groups/${id}`, async () => {
      await expect(page.getByRole('textbox', { name: 'Ime skupine' })).toBeVisible();
    });
    expect(look.api).toEqual(['POST /api/auth/session']);
    expect(look.script).toBeLessThan(230_000);
  });
}

test('another tab that opens at the same time has its session too, and signing out ends both', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('owner@zvezda.test');
  const other = await context.newPage();
  // what is still on its way when the account signs out is refused, and said in the console
  const lastAnswers = [page, other].map((tab) => tab.waitForResponse('**/api/bulk-jobs?*'));
  await Promise.all([page.goto('/groups'), other.goto('/participants'), ...lastAnswers]);
  await rows(page);
  await rows(other);
  await page.getByRole('button', { name: 'Odjava', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await page.goto('/participants');
  await expect(page).toHaveURL(/\/login/);
});
