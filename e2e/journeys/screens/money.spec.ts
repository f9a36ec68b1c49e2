import type { Page } from '@playwright/test';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { patience } from '../../../patience.ts';
import { camt, ownIban } from '../../../server/test/outside/camt.ts';
import { today } from '../../days.ts';
import { expect, test } from '../../fixtures.ts';
import { look, sizes } from '../../look.ts';
import { headersOf } from '../../people.ts';
import { goStaff, locales, lookAtAll, openStaff } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

const words = {
  sl: { remind: 'Pošlji opomnik', slip: 'Podatki za plačilo', plan: 'Dodaj načrt plačil' },
  en: { remind: 'Send a reminder', slip: 'Payment details', plan: 'Add fee plan' },
};

/** Payments of the demo that are late, the lowest amounts first. */
async function lateOnes(page: Page): Promise<[ListedPayment, ListedPayment, ListedPayment]> {
  const path = '/api/payments?status=overdue&sort=amount&limit=3';
  const answer = await page.request.get(path, { headers: headersOf(page) });
  const [one, two, three] = ((await answer.json()) as { results: ListedPayment[] }).results;
  if (!one || !two || !three) throw new Error('The demo has no payments that are late');
  return [one, two, three];
}

test('the screens of money', async ({ page, signIn, school }) => {
  await signIn('owner@zvezda.test');
  const headers = headersOf(page);
  const send = async <T>(method: 'post' | 'patch', path: string, data: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { headers, data });
    expect([200, 201]).toContain(answer.status());
    return answer.json();
  };
  const [sure, short, named] = await lateOnes(page);
  const transfers = [
    { amount: sure.amount, name: 'PETRA LAH', reference: sure.reference_number },
    { amount: '1.00', name: 'LUKA KOS', reference: short.reference_number },
    { amount: named.amount, name: named.participant_name.toUpperCase() },
    { amount: '0.07', name: 'NEZNANEC' },
  ];
  const imported = await page.request.post('/api/statements?file_name=izpisek.xml', {
    headers: { ...headers, 'content-type': 'application/xml' },
    data: Buffer.from(
      camt(
        transfers.map((one) => ({ day: today(), ...one })),
        { iban: ownIban },
      ),
    ),
  });
  expect(imported.status()).toBe(201);
  const { id: statement }: { id: string } = await imported.json();
  // a plan by which a person with a place does not pay yet
  const { id: group } = await send<{ id: string }>(
    'post',
    `/groups/${school.groupId('Jazz za odrasle')}/copies`,
    { label: 'zasloni-denarja', name: { sl: 'Jazz s ceno', en: 'Jazz with a price' }, shift_days: 7 },
  );
  const added = await send<{ id: string }>('post', '/participants', {
    ...{ name: 'Ana Kos', email: 'ana.kos@posta.test', group_id: group, language: 'sl', notify: false },
  });
  await send('patch', `/participants/${added.id}/status`, { status: 'approved', notify: false });
  await send('patch', `/groups/${group}/fee-plan`, {
    ...{ rhythm: 'monthly', kind: 'tuition', amount: '85', due_date: null, days_after: 8, day_of_month: 15 },
    ...{ first_month: today().slice(0, 7), last_month: null, free_months: [7, 8], instalments: [] },
    ...{ joining_fee: '20', late_start: 'whole', made_on: 'approved', days_ahead: 14, version: 0 },
  });

  await page.goto('/payments');
  await lookAtAll(
    page,
    {
      payments: '/payments',
      'payments-none': '/payments?search=xyzzy',
      'payment-report': '/payments/report',
      statements: '/payments/statements',
      statement: `/payments/statements/${statement}`,
      account: `/participants/${sure.participant_id}/account`,
      'group-fees': `/groups/${group}?tab=fees`,
    },
    goStaff(page),
  );
  // the other journeys share the school
  await send('post', `/statements/${statement}/undo`, {});
});

test('what is asked and shown about payments', async ({ page, signIn, school }) => {
  await signIn('owner@zvezda.test');
  const [late] = await lateOnes(page);
  await page.goto('/payments');
  for (const locale of locales) {
    const name = words[locale];
    await page.setViewportSize(sizes[1440]);
    await openStaff(page, '/payments?status=overdue&sort=amount', locale);
    const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
    for (const at of [1, 2]) await rows.nth(at).getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: name.remind, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button').last()).toBeEnabled();
    await look(page, 'payments-remind', locale);
    await page.keyboard.press('Escape');

    await page.setViewportSize(sizes[1440]);
    await page.goto(`/participants/${late.participant_id}`);
    await page.locator(`[data-payment="${late.id}"]`).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: name.slip }).click();
    await expect(dialog.getByRole('img', { name: /UPN/ })).toBeVisible();
    await look(page, 'slip', locale);

    await page.setViewportSize(sizes[1440]);
    await page.goto(`/groups/${school.groupId('Jazz za odrasle')}?tab=fees`);
    await page.getByRole('button', { name: name.plan }).click();
    await expect(dialog).toBeVisible();
    await look(page, 'fee-plan', locale);
  }
});
