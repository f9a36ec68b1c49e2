import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

test('a list is narrowed, gets a column, is saved, and a colleague opens it by its link', async ({
  desk,
  signIn,
  school,
}) => {
  const here = await desk('sl');
  await signIn('owner@zvezda.test', here);
  await here.goto('/participants');
  const bar = here.getByRole('main');

  await bar.getByRole('button', { name: 'Filter', exact: true }).click();
  await here.getByRole('textbox', { name: 'Poiščite filter' }).fill('jezik');
  await here.keyboard.press('Enter');
  await here.getByRole('checkbox', { name: 'slovenščina' }).check();
  await here.keyboard.press('Escape');
  await expect(here).toHaveURL(/language=/);
  await bar.getByRole('button', { name: 'Stanje', exact: true }).first().click();
  await here.getByRole('checkbox', { name: 'Odobrena' }).check();
  await here.keyboard.press('Escape');

  await bar.getByRole('button', { name: 'Izberi stolpce' }).click();
  await here.getByRole('textbox', { name: /^Poiščite/ }).fill('star');
  await here.getByRole('checkbox', { name: 'Starost' }).check();
  await here.keyboard.press('Escape');
  await expect(here.getByRole('columnheader', { name: 'Starost' })).toBeVisible();
  await here.getByRole('button', { name: 'Starost' }).click();
  await expect(here).toHaveURL(/sort=age/);
  await expectAccessible(here);

  await bar.getByRole('button', { name: 'Pogledi' }).click();
  await here.getByRole('menuitem', { name: 'Shrani kot nov pogled' }).click();
  const dialog = here.getByRole('dialog', { name: 'Nov pogled' });
  await dialog.getByRole('textbox', { name: 'Ime' }).fill('Odobreni po starosti');
  await dialog.getByRole('radio', { name: 'Vsi skrbniki organizacije' }).check();
  await dialog.getByRole('button', { name: 'Shrani pogled' }).click();
  await expect(bar.getByRole('button', { name: 'Odobreni po starosti' })).toBeVisible();
  await expect(here).toHaveURL(/view=/);
  const shown = await here.getByText(/^Prikazano: /).innerText();
  const view = new URL(here.url()).searchParams.get('view') ?? '';

  const there = await desk('sl');
  await signIn('admin@vpisnik.test', there);
  await there.goto(`/participants?organization_id=${school.path.replace('/public/', '')}`);
  await expect(there.getByRole('heading', { level: 1, name: 'Udeleženci' })).toBeVisible();
  await there.goto(`/participants?view=${view}`);
  await expect(there.getByRole('button', { name: 'Odobreni po starosti' })).toBeVisible();
  await expect(there.getByRole('columnheader', { name: 'Starost' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(there.getByRole('button', { name: /^Stanje: Odobrena/ })).toBeVisible();
  await expect(there.getByText(shown)).toBeVisible();

  await there.keyboard.press('Control+k');
  await there.getByRole('combobox').fill('odobreni po');
  await expect(there.getByRole('option', { name: /Odobreni po starosti/ })).toBeVisible();
});
