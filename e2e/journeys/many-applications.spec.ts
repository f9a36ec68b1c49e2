import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { addPeople, persons } from '../people.ts';

const group = 'Pilates za plesalce';

test('Monday morning: 40 new applications are approved by keyboard alone', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  await addPeople(page, school.groupId(group), persons(40, 'Ponedeljek', 'ponedeljek'));

  await page.goto('/participants');
  await expect(page.getByRole('heading', { level: 1, name: 'Udeleženci' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('ponedeljek');
  await expect(page.getByText('Prikazano: 40 od 40')).toBeVisible();
  const all = page.getByRole('checkbox', { name: 'Izberi vse na strani' });
  const reach = async () => {
    for (let tabs = 0; tabs < 30; tabs += 1) {
      if (await all.evaluate((box) => box.matches(':focus'))) return;
      await page.keyboard.press('Tab');
    }
  };
  await reach();
  await expect(all).toBeFocused();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Izbrane prijave' });
  await expect(bar).toContainText('Izbranih 40 prijav');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Odobrim 40 prijav?' });
  await expect(dialog).toContainText('Obveščenih bo 40 udeležencev.');
  const confirm = dialog.getByRole('button', { name: 'Odobri 40 prijav' });
  await expect(confirm).toBeEnabled();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Odobrenih je 40 prijav')).toBeVisible();
  await expect(all).toBeFocused();
  await expect(page.getByRole('row', { name: /Ponedeljek 7 / })).toContainText('Odobrena');
  await mailWith('ponedeljek40@posta.test', `Mesto je potrjeno: Ponedeljek 40, ${group}`);
});

test('more than 200 applications are rejected in the background, which a reload does not stop', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  await addPeople(page, school.groupId(group), persons(210, 'Množica'));

  await page.goto('/participants?search=mnozica');
  await page.getByRole('checkbox', { name: 'Izberi vse na strani' }).check();
  await page.getByRole('button', { name: 'Izberi vseh 210' }).click();
  await page.getByRole('checkbox', { name: 'Izberi: Množica 210' }).uncheck();
  await expect(page.getByText('Izbrano: 209 od 210.')).toBeVisible();
  await page.getByRole('region', { name: 'Izbrane prijave' }).getByRole('button', { name: 'Zavrni' }).click();
  await page.getByRole('button', { name: 'Zavrni 209 prijav' }).click();
  const card = page.getByRole('region', { name: 'Množična obdelava' });
  await expect(card).toBeVisible();
  await page.reload();
  await expect(card).toContainText('Zavrnjenih je 209 prijav');
  await card.getByRole('button', { name: 'Pokaži izid' }).click();
  const result = page.getByRole('dialog', { name: 'Zavrnjenih je 209 prijav' });
  await expect(result.getByRole('row', { name: /Množica/ }).first()).toContainText('Spremenjeno');
  const report = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Prenesi poročilo' }).click();
  expect((await report).suggestedFilename()).toBe('porocilo.csv');
  await result.getByRole('button', { name: 'Zapri' }).last().click();
  await card.getByRole('button', { name: 'Zapri obvestilo o obdelavi' }).click();
  await expect(card).toHaveCount(0);
  await page.goto('/participants?search=mnozica&status=pending');
  await expect(page.getByText('Prikazano: 1 od 1')).toBeVisible();
});
