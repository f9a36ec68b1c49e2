import type { Payment } from '@vpisnik/contract/payments';
import { camt, ownIban } from '../../server/test/outside/camt.ts';
import { today } from '../days.ts';
import { expect, test } from '../fixtures.ts';
import { addPeople, headersOf } from '../people.ts';

test('a plan makes payments with an approval, and a bank statement marks the first as paid until it is undone', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const headers = await headersOf(page);
  const copied = await page.request.post(`/api/groups/${school.groupId('Jazz za odrasle')}/copies`, {
    headers,
    data: { label: 'jazz-po-nacrtu', name: { sl: 'Jazz po načrtu', en: 'Jazz by plan' }, shift_days: 7 },
  });
  expect(copied.status()).toBe(201);
  const { id }: { id: string } = await copied.json();
  await addPeople(page, id, [{ name: 'Zoja Plačnik', email: 'zoja@posta.test' }]);

  await page.goto(`/groups/${id}?tab=fees`);
  await page.getByRole('button', { name: 'Dodaj načrt plačil' }).click();
  await page.getByRole('textbox', { name: 'Znesek' }).fill('45,5');
  await expect(page.getByRole('region', { name: 'Predogled' })).toContainText('45,50 € na mesec');
  await page.getByRole('button', { name: 'Shrani načrt' }).click();
  await expect(page.getByText('Plačila nastanejo ob odobritvi prijave.')).toBeVisible();

  await page.goto(`/groups/${id}?tab=participants`);
  await page.getByRole('link', { name: 'Zoja Plačnik' }).click();
  const panel = page.getByRole('complementary', { name: 'Zoja Plačnik' });
  await panel.getByRole('button', { name: 'Odobri' }).click();
  const question = page.getByRole('dialog', { name: 'Odobrim prijavo »Zoja Plačnik«?' });
  await expect(question).toContainText('45,50 €');
  await question.getByRole('button', { name: 'Odobri prijavo' }).click();
  await expect(page.getByText('Zoja Plačnik: prijava je odobrena')).toBeVisible();

  const read = async (): Promise<Payment[]> => {
    const answer = await page.request.get(`/api/payments?group_id=${id}&sort=expiration_date`, { headers });
    return (await answer.json()).results;
  };
  const [first] = await read();
  if (!first) throw new Error('The approval made no payments');
  expect(first).toMatchObject({ amount: '45.50', status: 'pending' });
  const transfer = { amount: '45.50', day: today(), name: 'PLAČNIK MIRA', reference: first.reference_number };
  await page.goto('/payments');
  await page.getByRole('link', { name: 'Uvozi izpisek' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'izpisek.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(camt([transfer], { iban: ownIban })),
  });
  await expect(page.getByRole('heading', { name: 'Ujema se 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Potrdi 1 ujemanje' }).click();
  await expect(page.getByText('Vsi prilivi so razporejeni.')).toBeVisible();
  const statement = page.url();

  await page.goto(`/participants/${first.participant_id}`);
  await expect(panel.locator(`[data-payment="${first.id}"]`)).toContainText('Plačano');

  await page.goto(statement);
  await page.getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await expect(page.getByText('Uvoz je razveljavljen.').first()).toBeVisible();
  const [again] = await read();
  expect(again).toMatchObject({ id: first.id, amount: '45.50', status: 'pending', payment_date: null });
});
