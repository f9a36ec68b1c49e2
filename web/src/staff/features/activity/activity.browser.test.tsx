import type { ActivityEntry } from '@vpisnik/contract/activity';
import { expect, it, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const entryOf = (fields: Partial<ActivityEntry>): ActivityEntry => ({
  id: 1,
  created_at: '2026-11-02T16:02:00.000000Z',
  account_id: idOf(31),
  actor: 'Nina Bergant',
  action: 'sign_in',
  entity: 'user',
  entity_id: idOf(31),
  changes: {},
  ...fields,
});

const entries = [
  entryOf({ changes: { browser: 'Firefox', system: 'Windows' } }),
  entryOf({
    id: 2,
    action: 'role_changed',
    changes: { name: 'Rok Zupan', from: 'GROUP_VIEWER_USER', to: 'GROUP_ADMIN' },
  }),
  entryOf({ id: 3, action: 'sign_in_failed', actor: '', account_id: null }),
  entryOf({ id: 4, action: 'something_newer' }),
  entryOf({
    id: 5,
    action: 'participants_exported',
    changes: {
      format: 'csv',
      count: 312,
      filter: { status: ['pending'], group_id: [idOf(1)], age_from: 6, answer: [`${idOf(2)}:true`] },
      names: { [idOf(1)]: { sl: 'Balet' }, [idOf(2)]: { sl: 'Soglasje' } },
      sensitive_reason: 'Tabor',
    },
  }),
  entryOf({
    id: 6,
    action: 'bulk_status',
    entity: 'bulk_job',
    changes: {
      ...{ status: 'approved', notify: true, count: 40, excluded: 2, expected_count: 40 },
      filter: { search: true, group_id: [idOf(1)], look: ['incomplete'], answer: [idOf(3)] },
      names: { [idOf(1)]: { sl: 'Balet' }, [idOf(3)]: { sl: 'Zdravje' } },
    },
  }),
  entryOf({
    id: 7,
    action: 'bulk_pay',
    entity: 'bulk_job',
    changes: {
      ...{ method: 'cash', payment_date: '2026-11-02', count: 12, excluded: 2, expected_count: 12 },
      filter: { search: true, status: ['overdue', 'expired'], group_id: [idOf(1)], due_month: '2026-10' },
      names: { [idOf(1)]: { sl: 'Balet' } },
    },
  }),
  entryOf({
    id: 8,
    action: 'payments_exported',
    entity: 'export',
    changes: {
      ...{ format: 'xlsx', count: 3, columns: 17 },
      filter: { status: ['completed'], participants: 2, method: ['bank_transfer'], paid_from: '2026-10-01' },
      names: {},
    },
  }),
  entryOf({
    id: 9,
    action: 'bulk_undone',
    entity: 'bulk_job',
    changes: { kind: 'cancel', count: 2 },
  }),
  entryOf({
    id: 10,
    action: 'message_sent',
    entity: 'message',
    entity_id: idOf(9),
    changes: { kind: 'organisational', count: 14 },
  }),
];

type Activity = NonNullable<Answers['activity']>;

const open = (path: string, activity: Activity = {}) =>
  renderApp({
    path,
    answers: {
      activity: {
        list: ({ query }) => {
          const { action } = (query ?? {}) as { action?: string };
          return listOf(...entries.filter((one) => !action || one.action === action));
        },
        ...activity,
      },
      users: { list: () => listOf() },
    },
  });

test.each([1440, 360])('the log at %i px says in words who did what and when', async (width) => {
  await page.viewport(width, 900);
  await open('/activity');
  await expect.element(page.getByText('Firefox, Windows')).toBeVisible();
  await expect.element(page.getByText('Rok Zupan · Ogled skupin → Skrbnik skupin')).toBeVisible();
  await expect.element(page.getByText('Ni znano')).toBeVisible();
  await expect.element(page.getByText('something_newer')).toBeVisible();
  const words =
    'CSV · 312 udeležencev · Stanje: V obravnavi · Skupina: Balet · Najmanj let: 6 · Soglasje: Da · z občutljivimi odgovori: Tabor';
  await expect.element(page.getByText(words)).toBeVisible();
  const bulk =
    '→ Odobrena · 40 udeležencev · Iskanje · Skupina: Balet · Potrebuje pregled: Manjkajo obvezni odgovori · Zdravje · brez 2 izvzetih';
  await expect.element(page.getByText(bulk)).toBeVisible();
  const payments = [
    'Gotovina · 12 plačil · Iskanje · Stanje: Zapadlo · Skupina: Balet · Rok: oktober 2026 · brez 2 izvzetih',
    'XLSX · 3 plačila · Stanje: Plačano · 2 udeleženca · Način: Nakazilo · Plačano od: 1. 10. 2026',
    '2 plačili',
  ];
  for (const text of payments) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText('14 udeležencev', { exact: true })).toBeVisible();
  const message = page.getByRole('link', { name: 'Sporočilo poslano' });
  await expect.element(message).toHaveAttribute('href', `/messages/${idOf(9)}`);
  await expect.element(page.getByText('2. 11. 2026, 17:02').first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  await expectAccessible(document);
  await picture('activity');
  await page.viewport(1440, 900);
});

it('is narrowed by what happened, by person and by days, which the address says', async () => {
  const { router } = await open(`/activity?user_id=${idOf(31)}&from=2026-11-01`);
  await expect.element(page.getByText('Izbrana oseba')).toBeVisible();
  await expect.element(page.getByLabelText('Od dne')).toHaveValue('01.11.2026');
  await page.getByRole('button', { name: 'Dogodek', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Sprememba vloge' }).click();
  await expect.element(page.getByText('Ni znano')).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({
    user_id: idOf(31),
    from: '2026-11-01',
    action: ['role_changed'],
  });
});

it('is found by what it is about, which leaves the events of that', async () => {
  const { router } = await open('/activity?action=sign_in&action=message_sent');
  await page.getByRole('button', { name: 'Področje', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Sporočila' }).click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({
      about: ['messages'],
      action: ['message_sent'],
    });
  await page.getByRole('checkbox', { name: 'Plačila' }).click();
  await expect.poll(() => router.state.location.search).toMatchObject({ about: ['payments', 'messages'] });
  await picture('activity-about');
  await expectAccessible(document);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /^Dogodek/ }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Bančni izpisek uvožen' })).toBeVisible();
  expect(page.getByRole('checkbox', { name: 'Neuspel vstop' }).elements()).toEqual([]);
});

it('is exported as the filters show it', async () => {
  const asked: unknown[] = [];
  await open('/activity?about=users&action=role_changed', {
    export: ({ query }) => {
      asked.push(query);
      return 'Time;Person';
    },
  });
  await page.getByRole('button', { name: 'Izvozi CSV' }).click();
  await expect.poll(() => asked).toEqual([{ about: 'users', action: 'role_changed' }]);
});

it('says when the file could not be got', async () => {
  await open('/activity', { export: () => new Refusal({ status: 500, code: 'internal_error' }) });
  await page.getByRole('button', { name: 'Izvozi CSV' }).click();
  await expect
    .element(page.getByText('Datoteke CSV ni bilo mogoče prenesti. Poskusite znova.'))
    .toBeVisible();
});
