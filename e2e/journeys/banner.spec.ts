import { fileURLToPath } from 'node:url';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

const picture = fileURLToPath(new URL('../../docs/groups.png', import.meta.url));

test('a group gets a banner, which visitors see in the smallest file that does', async ({
  page,
  signIn,
  school,
  phone,
  willRefuse,
}) => {
  await signIn('editor@zvezda.test');
  await page.goto(`/groups/${school.groupId('Hip hop mladi')}`);
  const files = page.locator('input[type=file]');
  willRefuse(422, /^\/api\/files$/);
  await files.setInputFiles({
    name: 'slika.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  });
  await expect(page.getByRole('alert')).toHaveText(/Tega ni mogoče odpreti kot sliko/);

  await files.setInputFiles(picture);
  const dialog = page.getByRole('dialog', { name: 'Izrez za pasico' });
  await expect(dialog.getByRole('img', { name: 'Izbrana slika' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('group', { name: /^Okvir izreza/ }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await dialog.getByRole('button', { name: 'Uporabi izrez' }).click();
  await expect(page.getByRole('button', { name: 'Prilagodi izrez' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Opis slike (slovenščina)' }).fill('Plesalci v dvorani');
  await page.getByRole('button', { name: /^Shrani/ }).click();
  await expect(page.getByText('Skupina je shranjena', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Prilagodi izrez' })).toBeVisible();

  const visitor = await phone('sl');
  await visitor.goto(school.formOf('Hip hop mladi'));
  const banner = visitor.getByRole('img', { name: 'Plesalci v dvorani' });
  await expect(banner).toBeVisible();
  // decoded, and the smaller of the files
  const shown = await banner.evaluate((image) => {
    const { currentSrc, naturalWidth } = image as unknown as { currentSrc: string; naturalWidth: number };
    return { currentSrc, naturalWidth };
  });
  expect(shown.currentSrc).toMatch(/-400\.avif$/);
  expect(shown.naturalWidth).toBeGreaterThan(0);
  await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute('content', /-1200\.jpg$/);
  const { headers } = await visitor.request.get(shown.currentSrc).then((answer) => ({
    headers: answer.headers(),
  }));
  expect(headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  await expectAccessible(visitor);

  await page.getByRole('button', { name: 'Odstrani', exact: true }).click();
  await page.getByRole('button', { name: /^Shrani/ }).click();
  await expect(page.getByText('Skupina je shranjena', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(banner).toHaveCount(0);
});
