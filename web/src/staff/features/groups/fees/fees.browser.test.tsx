import type { FeeProposal, GroupFeePlan } from '@vpisnik/contract/fee-plans';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { formFieldOf, references } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import type { Answers } from '../../../../../test/servers/fake-api.ts';

// fixed days: the months are those of the group

const none: GroupFeePlan = {
  ...{
    version: 0,
    rhythm: 'none',
    kind: 'tuition',
    amount: null,
    due_date: null,
    days_after: 8,
    day_of_month: 15,
  },
  ...{ first_month: null, last_month: null, free_months: [], instalments: [], joining_fee: null },
  ...{ late_start: 'whole', made_on: 'approved', days_ahead: 14, enrolled: 0, kept: 0, without: 2 },
};
const nothing: FeeProposal = { currency: 'EUR', lines: [], total: '0.00', now_count: 0, now_total: '0.00' };

function answers(sent: object[]): Answers {
  const group = groupOf({ start_date: '2026-09-07', end_date: '2027-06-18' });
  let plan = none;
  return {
    sessions: { list: () => ({ results: [] }), clashes: () => ({ results: [] }) },
    ...references(formFieldOf()),
    groups: { list: () => listOf(group), get: () => group },
    fee_plans: {
      get: () => plan,
      changes: () => ({ results: [], total: 0, currency: 'EUR' }),
      preview: () => nothing,
      update: ({ body }) => {
        sent.push(body);
        plan = { ...none, ...(body as object), version: 1 };
        return plan;
      },
      people: ({ body }) => {
        const months = ['2026-09', '2026-10'].map((period) => ({
          period,
          instalment: null,
          instalments: null,
        }));
        const made = { people: 2, payments: 4, total: '340.00', currency: 'EUR', periods: months, others: 1 };
        if (!body.dry_run) {
          sent.push(body);
          plan = { ...plan, enrolled: 2, without: 0 };
        }
        return { ...made, made_at: '2026-09-01T08:00:00.123456Z' };
      },
      undoPeople: ({ body }) => {
        sent.push(body);
        plan = { ...plan, enrolled: 0, without: 2 };
        return { payments: 4 };
      },
    },
  };
}

test('a plan is typed with commas, shown before it is saved, and makes the price and payments when asked', async () => {
  const sent: object[] = [];
  const { screen } = await renderApp({ path: `/groups/${idOf(1)}?tab=fees`, answers: answers(sent) });
  await screen.getByRole('button', { name: 'Dodaj načrt plačil' }).click();
  const amount = screen.getByRole('textbox', { name: 'Znesek' });
  await amount.fill('0');
  await screen.getByRole('button', { name: 'Shrani načrt' }).click();
  await expect.element(screen.getByText('Znesek mora biti večji od 0.', { exact: true })).toBeVisible();
  await amount.fill('85,00');
  await screen.getByRole('textbox', { name: /^Vpisnina/ }).fill('20');
  await screen.getByRole('checkbox', { name: 'december' }).click();
  const preview = screen.getByRole('region', { name: 'Predogled' });
  await expect
    .element(preview.getByText('85,00 € na mesec, 9 obrokov, skupaj 765,00 €; vpisnina 20,00 €'))
    .toBeVisible();
  await expect.element(preview.getByText(/^Roki: 15\. 9\. 2026, .* 15\. 6\. 2027\.$/)).toBeVisible();
  await expectAccessible(screen.baseElement);
  await screen.getByRole('button', { name: 'Shrani načrt' }).click();
  await expect
    .element(screen.getByText(/^Plačila nastanejo ob odobritvi prijave\. .* plača preostale mesece\.$/))
    .toBeVisible();
  expect(sent[0]).toMatchObject({
    ...{ version: 0, rhythm: 'monthly', amount: '85.00', joining_fee: '20.00', free_months: [12] },
    ...{ first_month: '2026-09', last_month: '2027-06', day_of_month: 15 },
  });

  await screen.getByRole('button', { name: 'Ustvari plačila za 2 udeleženca' }).click();
  const question = screen.getByRole('dialog');
  await expect
    .element(question.getByText('Nastala bodo 4 plačila, skupaj 340,00 €: september 2026, oktober 2026.'))
    .toBeVisible();
  await expect.element(question.getByText('1 udeleženec ima v skupini že druga plačila.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ustvari plačila', exact: true }).click();
  await expect.element(screen.getByText('Po načrtu plačujeta 2 udeleženca.')).toBeVisible();
  expect(sent[1]).toEqual({ expected_count: 2 });
  await screen.getByRole('button', { name: 'Razveljavi' }).click();
  await expect.element(screen.getByText('Po načrtu še nihče ne plačuje.')).toBeVisible();
  expect(sent[2]).toEqual({ made_at: '2026-09-01T08:00:00.123456Z' });

  await screen.getByRole('button', { name: 'Napiši ceno iz načrta' }).click();
  await screen.getByRole('link', { name: 'Podatki' }).click();
  await expect
    .element(screen.getByRole('textbox', { name: /^Cena/ }))
    .toHaveValue('85,00\u00a0€ na mesec, 9 obrokov, skupaj 765,00\u00a0€; vpisnina 20,00\u00a0€');
});

test('of payments that a plan would change, those stay whose tick is cleared', async () => {
  const sent: object[] = [];
  const { fee_plans, ...others } = answers([]);
  const change = (at: number, name: string, amount: string | null) => ({
    ...{ payment_id: idOf(at), participant_id: idOf(at + 10), participant_name: name, period: '2026-10' },
    ...{ amount: '45.00', expiration_date: '2026-10-15' },
    to: amount === null ? null : { amount, expiration_date: '2026-10-15' },
  });
  const { screen } = await renderApp({
    path: `/groups/${idOf(1)}?tab=fees`,
    answers: {
      ...others,
      fee_plans: {
        ...fee_plans,
        get: () => ({ ...none, version: 1, rhythm: 'once', amount: '50.00', without: 0 }),
        changes: () => ({
          results: [
            change(1, 'Ana Novak', '50.00'),
            change(2, 'Bor Kos', '50.00'),
            change(3, 'Eva Zupan', null),
          ],
          ...{ total: 4, currency: 'EUR' },
        }),
        applyChanges: ({ body }) => {
          sent.push(body);
          return { changed: 2, cancelled: 1 };
        },
      },
    },
  });
  await screen.getByText('4 čakajoča plačila bi se spremenila').click();
  const before = '45,00\u00a0€, 15. 10. 2026';
  await expect.element(screen.getByText(`50,00\u00a0€, 15. 10. 2026 (prej ${before})`).first()).toBeVisible();
  await expect.element(screen.getByText(`preklicano (prej ${before})`)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Vsa plačila s seznama' }).click();
  await expect.element(screen.getByRole('button', { name: 'Spremeni 1 plačilo' })).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Vsa plačila s seznama' }).click();
  await screen.getByRole('checkbox', { name: 'Bor Kos, oktober 2026' }).click();
  await screen.getByRole('button', { name: 'Spremeni 3 plačila' }).click();
  await expect.element(screen.getByText('Spremenjena so 3 plačila')).toBeVisible();
  expect(sent).toEqual([{ expected_count: 4, except: [idOf(2)] }]);
});

test('a plan is tried for a day, with a sum only where it ends', async () => {
  const line = { kind: 'tuition' as const, gross: '85.00', discounts: [], amount: '85.00', now: false };
  const months = (instalments: number | null): FeeProposal => ({
    ...{ currency: 'EUR', total: '170.00', now_count: 0, now_total: '0.00' },
    lines: ['2026-09', '2026-10'].map((period, at) => ({
      ...{ ...line, period, due_date: `${period}-15`, instalments },
      instalment: instalments && at + 1,
    })),
  });
  const monthly = (more: Partial<GroupFeePlan>): GroupFeePlan => ({
    ...{ ...none, rhythm: 'monthly', amount: '85.00', first_month: '2026-09', version: 1, ...more },
  });
  const open = async (plan: GroupFeePlan, proposal: FeeProposal) => {
    const given = answers([]);
    const { screen } = await renderApp({
      path: `/groups/${idOf(1)}?tab=fees`,
      answers: { ...given, fee_plans: { ...given.fee_plans, get: () => plan, preview: () => proposal } },
    });
    return {
      trial: screen.getByRole('region', { name: 'Preizkus načrta' }),
      unmount: () => screen.unmount(),
    };
  };
  const ending = await open(monthly({ last_month: '2026-10' }), months(2));
  await expect.element(ending.trial.getByRole('cell', { name: '170,00 €' })).toBeVisible();
  await ending.unmount();
  const { trial } = await open(monthly({}), months(null));
  await expect
    .element(
      trial.getByText('Načrt nima zadnjega meseca. Našteta so prva plačila, brez vsote.', { exact: true }),
    )
    .toBeVisible();
  expect(trial.getByRole('cell', { name: '170,00 €' }).query()).toBeNull();
});
