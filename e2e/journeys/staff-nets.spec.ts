import { expectAccessible } from '../axe.ts';
import { enter, expect, test } from '../fixtures.ts';
import { headersOf } from '../people.ts';

test('a refused sign-in says why, and a visit without a session leads to sign-in', async ({
  page,
  willRefuse,
}) => {
  await page.goto('/participants');
  await expect(page).toHaveURL(/\/login/);
  willRefuse(401, /^\/api\/auth\/interactions\//);
  await enter(page, 'owner@zvezda.test', 'napacno-geslo');
  await expect(page.getByText('Napačen e-poštni naslov ali geslo.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-poštni naslov' })).toHaveValue('owner@zvezda.test');
  await enter(page, 'owner@zvezda.test');
  await expect(page).toHaveURL(/\/participants$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Udeleženci' })).toBeVisible();
});

test('an address that is no page leads to the dashboard', async ({ page, signIn }) => {
  await signIn('owner@zvezda.test');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/disabled');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a viewer sees applications but decides nothing', async ({ page, signIn }) => {
  await signIn('viewer@zvezda.test');
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Glavni meni' });
  await expect(menu.getByRole('link')).toHaveText(['Pregled', 'Skupine']);
  await page.goto('/participants');
  await expect(page).toHaveURL(/\/dashboard$/);

  await menu.getByRole('link', { name: 'Skupine' }).click();
  await page.getByRole('searchbox', { name: 'Ime skupine' }).fill('moderni');
  await page.getByRole('link', { name: 'Moderni ples za najstnike', exact: true }).click();
  await expect(page.getByText('Skupino lahko pregledujete.')).toBeVisible();
  await page.getByRole('link', { name: /^Udeleženci/ }).click();
  await page.getByRole('link', { name: 'Špela Žnidaršič' }).click();
  const application = page.getByRole('complementary', { name: 'Špela Žnidaršič' });
  await expect(application).toContainText('V obravnavi');
  await expect(application).toContainText('barbara.znidarsic@mail.test');
  await expect(application).toContainText('Ob torkih lahko pride deset minut pozneje');
  for (const name of ['Odobri', 'Zavrni', 'Čakalna vrsta', 'Označi kot neaktivno', 'Dodaj udeleženca'])
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
  await expect(application.getByRole('button', { name: 'Več dejanj' })).toHaveCount(0);
});

test('an editor sees the groups in scope and no others', async ({ page, signIn, school, willRefuse }) => {
  await signIn('editor@zvezda.test');
  await page.goto('/groups');
  await expect(page.getByRole('link', { name: 'Breakdance', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Hip hop mladi', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Balet za odrasle', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Nova skupina' })).toHaveCount(0);

  const foreign = `/groups/${school.groupId('Balet za odrasle')}`;
  willRefuse(404, /^\/api\/groups\//);
  await page.goto(foreign);
  await expect(page.getByText('Te skupine ni')).toBeVisible();
});

test('the columns chosen in a list are the same on every device', async ({ desk, signIn }) => {
  const here = await desk('sl');
  await signIn('viewer@zvezda.test', here);
  await here.goto('/groups');
  await here.getByRole('button', { name: 'Izberi stolpce' }).click();
  for (const [name, shown] of [
    ['Začetek in konec', true],
    ['Lokacija in vodja', false],
  ] as const) {
    const kept = here.waitForResponse(
      (answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/users/me'),
    );
    await here.getByRole('checkbox', { name }).setChecked(shown);
    expect((await kept).status()).toBe(200);
  }
  await here.reload();
  const there = await desk('en');
  await signIn('viewer@zvezda.test', there);
  await there.goto('/groups');
  for (const [page, shown, hidden] of [
    [here, 'Začetek in konec', 'Lokacija in vodja'],
    [there, 'Start and end', 'Location and leader'],
  ] as const) {
    await expect(page.getByRole('columnheader', { name: shown })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: hidden })).toHaveCount(0);
  }
});

test('two users who edit a group at once choose whose value holds', async ({
  page,
  desk,
  signIn,
  school,
  willRefuse,
}) => {
  const path = `/groups/${school.groupId('Jazz za odrasle')}`;
  const other = await desk('sl');
  await signIn('owner@zvezda.test');
  await signIn('group-admin@zvezda.test', other);
  for (const editor of [page, other]) {
    await editor.goto(path);
    await expect(editor.getByRole('heading', { level: 1, name: 'Jazz za odrasle' })).toBeVisible();
  }
  await page.getByRole('textbox', { name: 'Opis' }).fill('Opis, kot ga piše vodstvo.');
  await page.getByRole('textbox', { name: 'Cena' }).fill('51 € na mesec');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Skupina je shranjena')).toBeVisible();

  await other.getByRole('textbox', { name: 'Opis' }).fill('Opis, kot ga piše vodja.');
  await other.getByRole('textbox', { name: 'Število mest' }).fill('19');
  willRefuse(409, new RegExp(`^/api${path}$`));
  await other.keyboard.press('Control+s');
  const dialog = other.getByRole('dialog', { name: 'Skupina je bila medtem spremenjena' });
  await expect(dialog.getByRole('radio', { name: /vodja\.$/ })).toBeChecked();
  // asks only about fields that both changed
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio', { name: /vodstvo\.$/ }).check();
  // the dialog goes before what is chosen has been saved
  const saved = other.waitForResponse((answer) => answer.ok() && answer.request().method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Shrani izbrano' }).click();
  await expect(dialog).toHaveCount(0);
  await saved;

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Opis' })).toHaveValue('Opis, kot ga piše vodstvo.');
  await expect(page.getByRole('textbox', { name: 'Cena' })).toHaveValue('51 € na mesec');
  await expect(page.getByRole('textbox', { name: 'Število mest' })).toHaveValue('19');
});

test('an organisation that is switched off sends its people to one page, and visitors kindly away', async ({
  page,
  desk,
  phone,
  signIn,
  willRefuse,
}) => {
  const owner = await desk('sl');
  await signIn('owner@zmaj.test', owner);
  await owner.goto('/dashboard');
  const own = await owner.request.get('/api/organizations/me', { headers: headersOf(owner) });
  const { id, version } = await own.json();

  await signIn('admin@vpisnik.test');
  const setActive = async (active: boolean) => {
    const answer = await page.request.patch(`/api/organizations/${id}/status`, {
      headers: headersOf(page),
      data: { active, ...(active ? {} : { version }) },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await setActive(false);
  try {
    willRefuse(403, /^\/api\//, 'many');
    // a pointer above it already asks for the page, and is sent away
    await owner.getByRole('link', { name: 'Skupine' }).hover();
    await expect(owner).toHaveURL(/\/disabled$/);
    await expect(owner.getByRole('heading', { level: 1, name: 'Organizacija ni aktivna' })).toBeVisible();
    await expectAccessible(owner);
    await owner.goto('/groups');
    await expect(owner).toHaveURL(/\/disabled$/);
    const visitor = await phone('sl');
    willRefuse(403, /^\/public\//);
    await visitor.goto(`/public/${id}/categories`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Prijave so začasno zaprte' })).toBeVisible();
    await expectAccessible(visitor);
  } finally {
    await setActive(true);
  }
  await owner.reload();
  await expect(owner).toHaveURL(/\/dashboard$/);
});
