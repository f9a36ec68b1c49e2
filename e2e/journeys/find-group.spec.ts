import { expect, test } from '../fixtures.ts';

test('a parent finds a group for a child by age and day, without script', async ({ phone }) => {
  const visitor = await phone('sl', { javaScriptEnabled: false });
  await visitor.goto('/zvezda');
  await expect(visitor.getByRole('listitem').filter({ hasText: 'Predšolski program' })).toContainText(
    'Starost: od 4 do 6 let',
  );
  await visitor.getByLabel('Starost udeleženca').fill('9');
  await visitor.getByRole('button', { name: 'Pokaži skupine' }).click();
  await expect(visitor).toHaveURL(/\/zvezda\/groups\?age=9#found$/);
  const ballet = visitor.getByRole('link', { name: 'Otroški balet II', exact: true });
  await expect(visitor.getByRole('status')).toBeInViewport();
  await expect(ballet).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Predšolska plesna urica', exact: true })).toHaveCount(0);

  await test.step('narrowed to nothing, it says how to see more', async () => {
    await visitor.getByLabel('Dan v tednu').selectOption('nedelja');
    await visitor.getByLabel('Samo skupine s prostimi mesti').check();
    await visitor.getByRole('button', { name: 'Pokaži skupine' }).click();
    await expect(visitor.getByRole('status')).toHaveText(
      'Nobena skupina ne ustreza vsem izbranim filtrom. Odstranite katerega od njih:',
    );
    await visitor.getByRole('link', { name: 'Odstrani filter: nedelja' }).click();
    await expect(visitor.getByLabel('Dan v tednu')).toHaveValue('');
    await expect(visitor.getByLabel('Starost udeleženca')).toHaveValue('9');
    await expect(visitor.getByLabel('Samo skupine s prostimi mesti')).toBeChecked();
    await expect(ballet).toBeVisible();
  });

  await test.step('it keeps its filters in the other language, and the address can be shared', async () => {
    await visitor.getByRole('link', { name: 'English' }).click();
    await expect(visitor.getByRole('link', { name: 'Remove the filter: 9 years old' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Remove the filter: free places' })).toBeVisible();
    await visitor.getByRole('link', { name: 'Remove all filters' }).click();
    await expect(visitor).toHaveURL(/\/zvezda\/groups\?lang=en$/);
    // those of the demo, and what other journeys have published meanwhile
    await expect.poll(() => visitor.getByRole('article').count()).toBeGreaterThanOrEqual(16);
  });

  await visitor.goto('/zvezda/groups?age=9&day=tuesday');
  await expect(visitor.getByRole('status')).toHaveText('Najdena je 1 skupina.');
  await ballet.click();
  await expect(visitor).toHaveURL(/\/zvezda\/otroski-balet-2$/);
  await expect(visitor.getByRole('button', { name: 'Oddaj prijavo' })).toBeVisible();
});

test('a reload after sending says that the application was sent', async ({ phone }) => {
  const visitor = await phone('sl');
  await visitor.goto('/zvezda/pilates-za-plesalce');
  const name = visitor.getByRole('textbox', { name: 'Ime in priimek udeleženca' });
  await name.pressSequentially('Tinkara Jereb', { delay: 150 });
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('tinkara.jereb@posta.test');
  await visitor.getByRole('button', { name: 'Oddaj prijavo' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je oddana' })).toBeFocused();
  await visitor.reload();
  await expect(
    visitor.getByText(/^Prijava na ime Tinkara Jereb je oddana \(št\. [2-9A-HJ-NP-Z]{8}\)\.$/),
  ).toBeVisible();
  await expect(name).toHaveValue('');
});

test('the next changes of a timetable stand in the form, the others open on demand', async ({ phone }) => {
  const visitor = await phone('sl');
  await visitor.goto('/zvezda/otroski-balet-1');
  const changes = visitor.getByRole('listitem').filter({ hasText: 'Spremembe urnika' });
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await changes.getByText(/^Še \d+ sprememb/).click();
  expect(await changes.getByRole('listitem').count()).toBeGreaterThan(2);
});

test('words of the staff app lead there in capitals too, and so do deeper paths', async ({ phone }) => {
  const visitor = await phone('sl');
  await visitor.goto('/Login');
  await expect(visitor.getByRole('button', { name: 'Vstopi' })).toBeVisible();
  await visitor.goto('/zvezda/otroski-balet-1/kar-nekaj');
  await expect(visitor.getByRole('button', { name: 'Vstopi' })).toBeVisible();
  await visitor.goto('/ZVEZDA/Groups/');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Vse skupine' })).toBeVisible();
});
