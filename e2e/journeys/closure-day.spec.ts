import { mondayOf, moved, spoken, today, typed } from '../days.ts';
import { expect, test } from '../fixtures.ts';

test('a closed day takes sessions out, one group works all the same, and a calendar hears of it', async ({
  desk,
  signIn,
  school,
}) => {
  const page = await desk('sl');
  // Tuesday in two weeks: the week is one that the demo has nothing special in
  const tuesday = moved(mondayOf(today()), 15);
  const group = 'Moderni ples za najstnike';
  await signIn('owner@zvezda.test', page);

  await test.step('the administrator closes a day', async () => {
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'Prosti dnevi' });
    await section.getByRole('button', { name: 'Dodaj dan' }).click();
    const sheet = page.getByRole('dialog', { name: 'Nov prosti dan' });
    await sheet.getByRole('button', { name: 'Shrani' }).click();
    await expect(sheet.getByRole('link', { name: /Prvi dan – / })).toBeVisible();
    await sheet.getByRole('textbox', { name: 'Ime (slovenščina)' }).fill('Kolektivni dopust');
    await sheet.getByRole('textbox', { name: 'Prvi dan' }).fill(typed(tuesday));
    await sheet.getByRole('button', { name: 'Shrani' }).click();
    await expect(section.getByText('Kolektivni dopust')).toBeVisible();
  });

  const week = page.getByRole('region', { name: 'Tedenski koledar' });
  const session = week.getByRole('link', { name: new RegExp(group) }).first();
  await test.step('its sessions are struck through, with the reason', async () => {
    await page.goto(`/dashboard?week=${tuesday}`);
    await expect(session).toContainText('Odpovedano: Kolektivni dopust');
    await expect(session.locator('s')).toHaveText(group);
  });

  const address = await test.step('a calendar is subscribed to', async () => {
    await page.goto(`/groups/${school.groupId(group)}?tab=schedule`);
    await page.getByRole('button', { name: 'Povezava s koledarjem' }).click();
    const sheet = page.getByRole('dialog', { name: 'Termini v vašem koledarju' });
    await sheet.getByRole('button', { name: 'Ustvari naslov' }).click();
    const url = await sheet.getByRole('textbox', { name: 'Naslov koledarja' }).inputValue();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    return url;
  });
  const exdate = new RegExp(`EXDATE[^\\r]*${tuesday.replaceAll('-', '')}T`);
  const calendar = async () => (await (await page.request.get(address)).text()).replaceAll('\r\n ', '');
  expect(await calendar()).toMatch(exdate);

  await test.step('one group meets all the same', async () => {
    const row = page.getByRole('listitem').filter({ hasText: `tor. ${spoken(tuesday)}` });
    await expect(row).toContainText('Odpovedano: Kolektivni dopust');
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Izvedi kljub prostemu dnevu' }).click();
    const sheet = page.getByRole('dialog', { name: 'Izvedi kljub prostemu dnevu' });
    await sheet.getByRole('button', { name: 'Izvedi kljub prostemu dnevu' }).click();
    await expect(row).toContainText('Kljub prostemu dnevu');
    await page.goto(`/dashboard?week=${tuesday}`);
    await expect(session.locator('s')).toHaveCount(0);
    await expect(week.getByText('Odpovedano: Kolektivni dopust').first()).toBeAttached();
    expect(await calendar()).not.toMatch(exdate);
  });
});
