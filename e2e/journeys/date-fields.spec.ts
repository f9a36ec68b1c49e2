import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Opens each date field's calendar, checks that clicks beside its buttons leave it open, and closes it with Escape. */
async function tryCalendars(page: Page, place: Locator, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await place.getByRole('button', { name: `Odpri koledar: ${name}` }).click();
    const calendar = page.getByRole('dialog', { name: 'Izberite datum' });
    await expect(calendar.getByRole('grid')).toBeVisible();
    await calendar.getByText('Datum', { exact: true }).click();
    await calendar.getByRole('columnheader').first().click();
    await calendar.click({ position: { x: 3, y: 3 } });
    await expect(calendar, `the calendar of ${name}`).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(place).toBeVisible();
  }
}

test('the calendars of a group’s dates stay open on clicks inside', async ({ desk, signIn, school }) => {
  const page = await desk('sl');
  const main = page.getByRole('main');
  const group = school.groupId('Moderni ples za najstnike');
  await signIn('owner@zvezda.test', page);

  await page.goto(`/groups/${group}?tab=schedule`);
  await tryCalendars(page, main, ['Začetek', 'Konec']);
});
