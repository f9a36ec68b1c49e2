import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { enter, expect, test } from '../fixtures.ts';
import { linkIn, mailWith } from '../mailbox.ts';
import { password } from '../registration.ts';

const name = 'Glasbena šola Črnuče';
const email = 'lastnica@crnuce.test';

const actions = (page: Page) => page.getByRole('button', { name: `Dejanja: ${name}` });

test('an organisation is added, deleted by its name, and comes back as it was', async ({
  page,
  desk,
  signIn,
  willRefuse,
}) => {
  await signIn('admin@vpisnik.test');
  await page.goto('/organizations');

  await test.step('an ADMIN adds it, and its owner is invited', async () => {
    await page.getByRole('button', { name: 'Dodaj organizacijo' }).click();
    const sheet = page.getByRole('dialog', { name: 'Nova organizacija' });
    await sheet.getByLabel('Ime organizacije').fill(name);
    await sheet.getByLabel('Ime in priimek lastnika').fill('Vida Kos');
    await sheet.getByLabel('E-pošta lastnika').fill('owner@zvezda.test');
    willRefuse(409, /^\/api\/organizations$/);
    await sheet.getByRole('button', { name: 'Dodaj in pošlji povabilo' }).click();
    await sheet.getByRole('link', { name: /^E-pošta lastnika/ }).click();
    await expect(sheet.getByLabel('E-pošta lastnika')).toBeFocused();
    await sheet.getByLabel('E-pošta lastnika').fill(email);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Dodaj in pošlji povabilo' }).click();
    await expect(page.getByText(`povabilo je na poti na ${email}`)).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Aktivna');
  });

  const owner = await desk('sl');
  await test.step('the owner accepts and works', async () => {
    const mail = await mailWith(email, `Povabilo v organizacijo ${name}`);
    await owner.goto(linkIn(mail, 'Sprejmi povabilo'));
    await owner.getByLabel('Novo geslo', { exact: true }).fill(password);
    await owner.getByLabel('Ponovite novo geslo').fill(password);
    await owner.getByRole('button', { name: 'Sprejmi povabilo' }).click();
    await enter(owner, email, password);
    await expect(owner).toHaveURL(/\/setup$/);
  });

  await test.step('the ADMIN deletes it, and has to type its name', async () => {
    await actions(page).click();
    await page.getByRole('menuitem', { name: 'Izbriši organizacijo' }).click();
    const dialog = page.getByRole('dialog', { name: `Izbrišem organizacijo »${name}«?` });
    const confirm = dialog.getByRole('button', { name: 'Izbriši organizacijo' });
    await confirm.click();
    await expect(dialog.getByText(/natanko tako/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(/vpišite ime/).fill(name);
    await confirm.click();
    await expect(page.getByText(/Obnovite jo lahko še 30 dni/)).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Izbris');
  });

  await test.step('its owner is told, sees until when, and its pages say so kindly', async () => {
    await mailWith(email, `Organizacija ${name} bo izbrisana`);
    await owner.reload();
    await expect(owner).toHaveURL(/\/disabled$/);
    await expect(owner.getByText(/izbrisana z vsemi podatki/)).toBeVisible();
    await expectAccessible(owner);
  });

  await test.step('the ADMIN finds it among the deleted ones and restores it', async () => {
    await page.goto('/organizations?state=deleted');
    await actions(page).click();
    await page.getByRole('menuitem', { name: 'Obnovi organizacijo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Obnovi organizacijo' }).click();
    await expect(page.getByText('Organizacija je obnovljena')).toBeVisible();
    await mailWith(email, `Organizacija ${name} ostaja`);
    await owner.goto('/groups');
    await expect(owner.getByRole('heading', { level: 1, name: 'Skupine' })).toBeVisible();
  });
});
