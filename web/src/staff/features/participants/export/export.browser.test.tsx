import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { formFieldOf } from '../../../../../test/fixtures/catalogue.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { picture } from '../../../../../test/render.tsx';
import { asOf, bulkServer, jobOf } from '../../../../../test/servers/bulk-server.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { bulkStore } from '../bulk/store.ts';

// fixed days: the fake API answers these days, and nothing is compared with today

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Izvoz za preglednice' });
const health = formFieldOf({ id: idOf(71), name: { sl: 'Alergije', en: 'Allergies' }, sensitive: true });

const shirt = formFieldOf({ id: idOf(72), name: { sl: 'Majica', en: 'Shirt' } });

type Exports = NonNullable<Answers['exports']>;

async function open(exports: Exports, { fields = [health, shirt], total = 312 } = {}) {
  const { answers, bulk } = bulkServer({ total });
  await renderApp({
    path: '/participants?status=pending&sort=name',
    answers: {
      ...answers,
      form_fields: {
        list: () => listOf(...fields),
      },
      exports,
    },
  });
  await expect.element(page.getByRole('link', { name: 'Ajda Bizjak', exact: true })).toBeVisible();
  return bulk;
}

it('exports all that match as the screen shows them, and says what it is called', async () => {
  const asked: unknown[] = [];
  await open({
    xlsx: ({ body }) => {
      asked.push(body);
      return 'a workbook';
    },
  });
  await button('Izvozi vse, ki ustrezajo filtrom').click();
  await expect.element(dialog().getByText('312')).toBeVisible();
  await expect.element(dialog().getByRole('radio', { name: /^Excel/ })).toHaveFocus();
  await expectAccessible();
  await picture('export');
  await button('Izvozi 312 udeležencev').click();
  await expect.element(page.getByText('Datoteka udelezenci.xlsx je prenesena.')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(asked).toEqual([
    {
      selection: { filter: { status: ['pending'] }, exclude_ids: [], expected_count: 312, as_of: asOf },
      sort: 'name',
      columns: ['name', 'email', 'group', 'phone', 'guardian_phone', 'status', 'application_date'],
    },
  ]);
});

it('exports chosen ones with chosen columns, sensitive answers only with a reason, and says who is gone', async () => {
  const asked: unknown[] = [];
  await open({
    csv: ({ body }) => {
      asked.push(body);
      return 'Udeleženec';
    },
  });
  await page.getByRole('checkbox', { name: 'Izberi: Ajda Bizjak' }).click();
  await button('Izvozi').click();
  await dialog().getByRole('radio', { name: 'CSV' }).click();
  await dialog().getByRole('radio', { name: 'Izbrani' }).click();
  await expect.element(dialog().getByRole('checkbox', { name: 'Alergije' })).not.toBeInTheDocument();
  await dialog().getByRole('checkbox', { name: 'E-pošta' }).click();
  await dialog().getByRole('checkbox', { name: 'Tudi občutljivi odgovori' }).click();
  await dialog().getByRole('checkbox', { name: 'Alergije' }).click();
  await button('Izvozi 1 udeleženca').click();
  await expect.element(dialog().getByText('Izpolnite to polje.')).toBeVisible();
  await page.viewport(360, 780);
  await picture('export-chosen');
  expect(document.documentElement.scrollWidth).toBe(360);
  await page.viewport(1440, 900);
  await picture('export-chosen');
  await dialog().getByRole('textbox', { name: 'Zakaj jih potrebujete' }).fill(' Tabor ');
  await button('Izvozi 1 udeleženca').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(/1 izbrane prijave ni več, zato je ni v izvozu\./)).toBeVisible();
  expect(asked).toEqual([
    {
      selection: { ids: [idOf(101)] },
      sort: 'name',
      columns: ['name', 'phone', 'guardian_phone', 'group', 'status', 'application_date', idOf(71)],
      sensitive_reason: 'Tabor',
    },
  ]);
});

it('offers sensitive answers also where no question is known to be sensitive', async () => {
  const asked: unknown[] = [];
  await open(
    {
      xlsx: ({ body }) => {
        asked.push(body);
        return 'a workbook';
      },
    },
    { fields: [] },
  );
  await button('Izvozi vse, ki ustrezajo filtrom').click();
  await dialog().getByRole('radio', { name: 'Vsi', exact: true }).click();
  await dialog().getByRole('checkbox', { name: 'Tudi občutljivi odgovori' }).click();
  await dialog().getByRole('textbox', { name: 'Zakaj jih potrebujete' }).fill('Tabor');
  await button('Izvozi 312 udeležencev').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(asked).toMatchObject([{ sensitive_reason: 'Tabor' }]);
});

it('keeps the choices when the selection has changed and when the file breaks off, and says so', async () => {
  const counts: unknown[] = [];
  const refusals = [
    new Refusal({ status: 409, code: 'selection_changed', count: 310 }),
    new Refusal({ status: 500, code: 'internal_error' }),
  ];
  await open({
    csv: ({ body }) => {
      counts.push(body.selection.expected_count);
      return refusals.shift() ?? 'Udeleženec';
    },
  });
  await button('Izvozi vse, ki ustrezajo filtrom').click();
  await dialog().getByRole('radio', { name: 'CSV' }).click();
  await button('Izvozi 312 udeležencev').click();
  await expect
    .element(
      dialog().getByText('Izbor se je medtem spremenil: zdaj je v njem 310 udeležencev. Izvozite znova.'),
    )
    .toBeVisible();
  await button('Izvozi 310 udeležencev').click();
  await expect
    .element(dialog().getByText('Datoteke CSV ni bilo mogoče prenesti. Poskusite znova.'))
    .toBeVisible();
  await button('Izvozi 310 udeležencev').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(counts).toEqual([312, 310, 310]);
});

it('has a large workbook made in the background, which is told of on every screen until it is downloaded', async () => {
  const begun: unknown[] = [];
  const job = jobOf({
    ...{ kind: 'export', parameters: {}, state: 'running', mail_count: 0, finished_at: null },
    ...{ total_count: 25_000, done_count: 5_000 },
  });
  const bulk = await open(
    {
      start: ({ body }) => {
        begun.push(body.selection);
        return job;
      },
      file: () => 'a workbook',
    },
    { total: 25_000 },
  );
  bulk.now = job;
  await button('Izvozi vse, ki ustrezajo filtrom').click();
  await expect
    .element(dialog().getByText(/Preglednica z več kot 20.000 vrsticami nastane v ozadju/))
    .toBeVisible();
  await button('Izvozi 25.000 udeležencev').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(begun).toMatchObject([{ expected_count: 25_000 }]);
  await expect.element(page.getByText('Pripravljanje preglednice: 5000 od 25.000').first()).toBeVisible();
  await expect.element(button('Ustavi')).toBeVisible();
  await page.viewport(360, 780);
  await picture('export-running');
  expect(document.documentElement.scrollWidth).toBe(360);
  await page.viewport(1440, 900);
  bulk.now = {
    ...job,
    ...{ state: 'done', done_count: 24_998, skipped: [{ reason: 'not_found', count: 2 }] },
    ...{ finished_at: '2026-09-16T15:03:00.000000Z', file_until: '2026-09-17T15:03:00.000000Z' },
  };
  const ready = 'Preglednica je pripravljena: 24.998 udeležencev';
  const card = page.getByRole('region', { name: 'Množična obdelava' });
  await expect.element(card.getByText(ready).first()).toBeVisible();
  await expect.element(card.getByText(/24 ur.*2 izbranih prijav ni več, zato ju ni v izvozu/)).toBeVisible();
  await picture('export-ready');
  await page.getByRole('link', { name: 'Skupine', exact: true }).first().click();
  const toast = page.getByRole('region', { name: /^Obvestila/ });
  await expect.element(toast.getByText(ready)).toBeVisible();
  await toast.getByRole('button', { name: 'Prenesi' }).click();
  await expect.element(toast.getByText('Datoteka udelezenci.xlsx je prenesena.')).toBeVisible();
  expect(bulkStore.get().ids).toEqual([]);
});

it('tells of a workbook that was made before a sign-out, until it is closed in this browser', async () => {
  const ready = {
    kind: 'export',
    parameters: {},
    mail_count: 0,
    file_until: '2026-09-17T15:03:00.000000Z',
  } as const;
  const job = jobOf({ ...ready, done_count: 24_998, total_count: 24_998 });
  const closed = jobOf({ ...ready, id: idOf(902) });
  bulkStore.watch(closed.id);
  bulkStore.close(closed.id);
  // as a sign-out does
  bulkStore.clear();
  const bulk = await open({});
  bulk.now = job;
  bulk.open = [closed, job];
  const card = page.getByRole('region', { name: 'Množična obdelava' });
  await expect.element(card.getByRole('button', { name: 'Prenesi' })).toBeVisible();
  expect(bulkStore.get().ids).toEqual([job.id]);
  await card.getByRole('button', { name: 'Zapri obvestilo o obdelavi' }).click();
  bulkStore.watchOpen(bulk.open);
  expect(bulkStore.get().ids).toEqual([]);
  bulkStore.watchOpen([{ ...job, state: 'running' }]);
  expect(bulkStore.get().ids).toEqual([job.id]);
});
