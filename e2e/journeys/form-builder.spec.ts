import { expect, test } from '../fixtures.ts';

const label = (text: string) => ({ name: new RegExp(`^${text}`) });

test('a form is built while its preview shows what an applicant will see, and only saving publishes it', async ({
  page,
  phone,
  signIn,
  school,
}) => {
  const group = 'Breakdance';
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/public/')) sent.push(request.url());
  });
  await signIn('owner@zvezda.test');
  await page.goto(`/groups/${school.groupId(group)}?tab=form`);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1, name: group })).toBeVisible();
  await expect(page.locator('[aria-busy]:has(> iframe)')).toHaveAttribute('aria-busy', 'false');

  await test.step('a field is found, added and dragged to the top', async () => {
    await page.getByRole('button', { name: 'Dodaj polje' }).click();
    await page.getByRole('textbox', { name: 'Poiščite polje' }).fill('zdravstvene');
    await page.keyboard.press('Enter');
    const added = preview.getByRole('textbox', label('Zdravstvene posebnosti'));
    await expect(added).toBeInViewport();
    const rows = page.getByRole('list', { name: 'Vprašanja obrazca po vrsti' }).locator('> li');
    const count = await rows.count();
    await rows
      .last()
      .locator('[data-drag-handle]')
      .dragTo(rows.first(), { targetPosition: { x: 60, y: 4 } });
    await expect(rows.first()).toContainText('Zdravstvene posebnosti');
    await expect(page.getByText(`Zdravstvene posebnosti: mesto 1 od ${count}`)).toBeAttached();
  });

  await test.step('the preview changes language, can be tried, and sends nothing', async () => {
    await preview.getByRole('link', { name: 'English' }).click();
    const notes = preview.getByRole('textbox', label('Health notes'));
    await notes.fill('Asthma');
    await preview.getByRole('button', { name: /application|waiting list/i }).click();
    await preview
      .getByRole('link', { name: /privacy/i })
      .first()
      .click();
    await expect(notes).toHaveValue('Asthma');
    expect(sent).toEqual([]);
  });

  const visitor = await phone('sl');
  await visitor.goto(school.formOf(group));
  await expect(visitor.getByRole('heading', { level: 1, name: group })).toBeVisible();
  await expect(visitor.getByRole('textbox', label('Zdravstvene posebnosti'))).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Skupina je shranjena')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('textbox', label('Zdravstvene posebnosti'))).toBeVisible();

  await test.step('removing a question first tells the fate of its answers', async () => {
    await page.getByRole('button', { name: 'Odstrani: Zdravstvene posebnosti' }).click();
    await expect(page.getByText('Na to vprašanje še ni odgovorov.')).toBeVisible();
    await page.getByRole('button', { name: 'Odstrani vprašanje' }).click();
    await expect(preview.getByRole('textbox', label('Health notes'))).toHaveCount(0);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Neshranjeno')).toHaveCount(0);
  });
});
