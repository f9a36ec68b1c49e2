import type { StatementDetail } from '@vpisnik/contract/statements';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { fileInput } from '../../../../test/file-input.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import {
  entryOf,
  leftOutOf,
  payableOf,
  proposalOf,
  statementOf,
  tableOf,
} from '../../../../test/fixtures/statements.ts';
import { picture } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: days are shown, whenever that is

const [lah, drnovsek, sustar] = [
  { ...payableOf(1), share: '58.00' },
  { ...payableOf(2, { participant_name: 'Tinkara Drnovšek', amount: '85.00' }), share: '85.00' },
  { ...payableOf(3, { participant_name: 'Luka Šuštar', amount: '72.00' }), share: '50.00' },
];
const sure = entryOf(1, { reference: 'SI121234567890120', proposal: proposalOf('reference', [lah]) });
const named = entryOf(2, {
  payer_name: 'Matej Drnovšek',
  amount: '85.00',
  text: 'plesna tinkara',
  proposal: proposalOf('name', [drnovsek]),
});
const short = entryOf(3, {
  payer_name: 'Luka Šuštar',
  amount: '50.00',
  reference: 'SI121234567890139',
  proposal: proposalOf('part', [sustar]),
});
const hall = entryOf(4, { payer_name: 'Društvo upokojencev', amount: '140.00', text: 'najem dvorane' });

/** A statement that remembers what is confirmed and set aside. */
function server(more: Answers['statements'] = {}) {
  let entries = [sure, named, short, hall];
  let alike = [leftOutOf(1)];
  const asked: unknown[] = [];
  const detail = (): StatementDetail => {
    const waiting = entries.filter(({ aside, rest }) => aside === null && rest !== '0.00');
    return {
      ...statementOf({ waiting_count: waiting.length, paid: waiting.length < 4 ? '58.00' : '0.00' }),
      entries,
      alike: alike,
    };
  };
  const answers: Answers = {
    payments: { list: () => listOf() },
    statements: {
      list: () => listOf(statementOf()),
      upload: () => statementOf(),
      get: detail,
      confirm: ({ body }) => {
        asked.push(body.entries);
        entries = entries.map((entry) =>
          body.entries.some(({ id }) => id === entry.id)
            ? {
                ...entry,
                rest: '0.00',
                proposal: null,
                paid: (entry.proposal?.payments ?? []).map((one) => ({
                  ...one,
                  is_changed: entry.id === short.id,
                })),
              }
            : entry,
        );
        return { booked: body.entries.length, skipped: [] };
      },
      take: ({ body }) => {
        asked.push(body.keys);
        alike = [];
        entries = [...entries, entryOf(5, { payer_name: 'Vida Rus', amount: '35.00' })];
        return statementOf();
      },
      ...more,
    },
    bank_entries: {
      list: () => ({ ...listOf(hall), sums: [{ currency: 'EUR', credit: '140.00' }] }),
      update: ({ params, body }) => {
        asked.push({ id: params.id, ...body });
        entries = entries.map((entry) => (entry.id === params.id ? { ...entry, aside: body.aside } : entry));
        return { ...hall, aside: body.aside };
      },
      payments: () => ({ results: [payableOf(9, { participant_name: 'Eva Kos', amount: '150.00' })] }),
    },
  };
  return { answers, asked };
}

const path = `/payments/statements/${statementOf().id}`;

test('sure transfers are confirmed at once, probable ones one by one with Enter, others set aside', async () => {
  const { answers, asked } = server();
  const { screen } = await renderApp({ path, answers });
  await expect.element(screen.getByRole('heading', { name: 'Ujema se 1' })).toBeVisible();
  await expect.element(screen.getByText('Znesek in priimek se ujemata, sklica ni.')).toBeVisible();
  await expect
    .element(screen.getByText('Prejeto je 22,00 € premalo. Knjiži se 50,00 €, preostanek ostane odprt.'))
    .toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Morda že uvoženo 1' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Odpri prejšnji uvoz: Vida Rus, 35,00 €' }))
    .toHaveAttribute('href', `/payments/statements/${idOf(701)}`);
  await picture('statement-match');
  // at its end the bar below lies over nothing
  window.scrollTo(0, document.body.scrollHeight);
  await expectAccessible(document);

  const first = screen.getByRole('button', { name: 'Potrdi: Matej Drnovšek, 85,00 €' });
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const next = screen.getByRole('button', { name: 'Potrdi del: Luka Šuštar, 50,00 €' });
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Uvoz bančnega izpiska' })).toHaveFocus();
  await expect.element(screen.getByText('2 od 4 prilivov sta že knjižena ali izločena.')).toBeVisible();

  const tick = screen.getByRole('checkbox', { name: 'Potrdi: Petra Lah, 58,00 €' });
  await tick.click();
  await expect.element(screen.getByRole('button', { name: 'Potrdi 0 ujemanj' })).toBeDisabled();
  await tick.click();
  // one that is looked for elsewhere is not confirmed with the others
  const other = screen.getByRole('button', { name: 'Drugo plačilo: Petra Lah, 58,00 €' });
  await other.click();
  await expect.element(tick).not.toBeChecked();
  await other.click();
  await expect.element(tick).toBeChecked();
  await screen.getByRole('button', { name: 'Potrdi 1 ujemanje' }).click();
  await screen.getByRole('button', { name: 'Ni plačilo udeleženca: Društvo upokojencev, 140,00 €' }).click();
  await expect.element(screen.getByText('Vsi prilivi so razporejeni.')).toBeVisible();
  const booking = (entry: string, { payment_id, version, share }: typeof lah) => [
    { id: entry, payments: [{ id: payment_id, version, amount: share }] },
  ];
  expect(asked).toEqual([
    booking(named.id, drnovsek),
    booking(short.id, sustar),
    booking(sure.id, lah),
    { id: hall.id, aside: 'other', version: 1 },
  ]);
  await picture('statement-report');

  // a payment of it was changed since
  await screen.getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await expect
    .element(screen.getByText(/ker so bila plačila pozneje spremenjena: Luka Šuštar\./))
    .toBeVisible();
  await expect
    .element(screen.getByRole('dialog').getByRole('button', { name: 'Razveljavi uvoz' }))
    .toBeDisabled();
});

test('another payment is searched for, and what it leaves is said before', async () => {
  const { answers, asked } = server();
  const { screen } = await renderApp({ path, answers });
  await screen
    .getByRole('combobox', { name: 'Plačilo za priliv: Društvo upokojencev, 140,00 €' })
    .fill('kos');
  await screen.getByRole('option', { name: /Eva Kos, 150,00 €/ }).click();
  await expect.element(screen.getByText(/Prejeto je 10,00\s€ premalo\. Knjiži se 140,00\s€/)).toBeVisible();
  await screen.getByRole('button', { name: 'Potrdi del: Društvo upokojencev, 140,00 €' }).click();
  await expect
    .poll(() => asked)
    .toEqual([[{ id: hall.id, payments: [{ id: payableOf(9).payment_id, version: 1, amount: '140.00' }] }]]);
});

test('what was left out as perhaps imported already is imported as new', async () => {
  const { answers, asked } = server();
  const { screen } = await renderApp({ path, answers });
  await screen.getByRole('button', { name: 'Uvozi kot nov priliv: Vida Rus, 35,00 €' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Uvoz bančnega izpiska' })).toHaveFocus();
  await expect.element(screen.getByRole('heading', { name: /Morda že uvoženo/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Brez ujemanja 2' })).toBeVisible();
  expect(asked).toEqual([['left-out-1']]);
});

test('a table is read by its columns, which people correct before anything is imported', async () => {
  const looked: unknown[] = [];
  const uploaded: unknown[] = [];
  const { answers } = server({
    table: ({ query = {} }) => {
      looked.push(query);
      const isMapped = query.payer_name !== undefined;
      const mapping = Object.fromEntries(Object.entries(query).map(([name, at]) => [name, Number(at)]));
      return isMapped ? tableOf({ mapping: { row: 0, ...mapping } }) : tableOf();
    },
    upload: ({ query }) => {
      uploaded.push(query);
      return uploaded.length > 1
        ? statementOf()
        : new Refusal({
            status: 422,
            code: 'invalid_fields',
            errors: [{ path: 'file', code: 'statement_no_account' }],
          });
    },
  });
  const { screen, router } = await renderApp({ path: '/payments/statements', answers });
  await userEvent.upload(await fileInput(), new File(['Datum;Znesek'], 'promet.csv', { type: 'text/csv' }));
  await expect.element(screen.getByRole('heading', { name: 'Kaj je v stolpcih' })).toHaveFocus();
  await expect.element(screen.getByText('2 priliva, 93,00 €')).toBeVisible();
  await expect.element(screen.getByText('7. vrstica, »Skupaj«: to ni datum')).toBeVisible();
  await picture('statement-table');
  await expectAccessible(document);
  const header = screen.getByRole('combobox', { name: 'Vrstica z imeni stolpcev' });
  header.element().focus();
  await header.selectOptions('2. vrstica');
  await expect.poll(() => looked.at(-1)).toEqual({ row: '1' });
  await expect.element(screen.getByText('2 priliva, 93,00 €')).toBeVisible();
  await expect.element(header).toHaveFocus();
  await screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Kdo«' }).selectOptions('Plačnik');
  await expect.element(screen.getByRole('button', { name: 'Uvozi 2 priliva' })).toBeEnabled();
  expect(looked.at(-1)).toEqual({ row: '0', day: '0', amount: '1', payer_name: '2' });
  // amounts stand in one column or in two
  await screen.getByRole('combobox', { name: 'Kaj je v stolpcu »Znesek«' }).selectOptions('Znesek v dobro');
  await expect.element(screen.getByRole('button', { name: 'Uvozi 2 priliva' })).toBeEnabled();
  expect(looked.at(-1)).toEqual({ row: '0', day: '0', credit: '1', payer_name: '2' });
  await screen.getByRole('button', { name: 'Uvozi 2 priliva' }).click();
  await expect.element(screen.getByRole('alert').getByText(/vpišite IBAN/)).toBeVisible();
  await screen.getByRole('button', { name: 'Uvozi 2 priliva' }).click();
  await expect.poll(() => router.state.location.pathname).toBe(path);
  const columns = { row: '0', day: '0', credit: '1', payer_name: '2' };
  expect(uploaded.at(-1)).toEqual({ file_name: 'promet.csv', ...columns });
});

test('while a table is imported nothing about it is chosen anew, and its import isn’t left', async () => {
  const refused = Promise.withResolvers<Refusal>();
  const { answers } = server({ table: () => tableOf(), upload: () => refused.promise });
  const { screen } = await renderApp({ path: '/payments/statements', answers });
  await userEvent.upload(await fileInput(), new File(['Datum;Znesek'], 'promet.csv', { type: 'text/csv' }));
  const start = screen.getByRole('button', { name: 'Uvozi 2 priliva' });
  await start.click();
  await expect.element(start).toHaveAttribute('aria-disabled', 'true');
  const choices = () =>
    screen.getByRole('combobox', { name: /^(?:Vrstica z imeni|Kaj je v stolpcu)/ }).elements();
  expect(choices().length).toBeGreaterThan(2);
  for (const choice of choices()) expect(choice).toBeDisabled();
  const back = screen.getByRole('button', { name: 'Izberi drugo datoteko' });
  await expect.element(back).toHaveAttribute('aria-disabled', 'true');
  back.element().focus();
  await userEvent.keyboard('{Enter}');
  refused.resolve(new Refusal({ status: 503 }));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(start).not.toHaveAttribute('aria-disabled');
  for (const choice of choices()) expect(choice).toBeEnabled();
  back.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Izberi datoteko' })).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toMatch(/^H[12]$/);
});

test('a file that is no statement says why; one that is leads on', async () => {
  const refused = (code: string) =>
    new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'file', code }] });
  const refusals = [
    ...['not_a_statement', 'statement_other_account', 'statement_known'].map(refused),
    new Refusal({ status: 500, code: 'internal_error' }),
  ];
  const { answers } = server({ upload: () => refusals.shift() ?? statementOf() });
  const { screen, router } = await renderApp({ path: '/payments/statements', answers });
  await expect.element(screen.getByText('Prejeto, a ne knjiženo na nobeno plačilo: 140,00 €.')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /^Odpri izpisek izpisek-2026-11-18\.xml/ }))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /^Odpri izpisek s prilivom: Društvo upokojencev, 140,00\s€/ }))
    .toHaveAttribute('href', path);
  await picture('statements');
  await expectAccessible(document);
  const choose = async () =>
    userEvent.upload(
      await fileInput(),
      new File(['<Document/>'], 'izpisek.xml', { type: 'application/xml' }),
    );
  for (const text of [/Ta datoteka ni izpisek camt/, /Izpisek je za drug račun/, /so že uvoženi/]) {
    await choose();
    await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
    await expect.element(screen.getByRole('alert').getByText('izpisek.xml', { exact: true })).toBeVisible();
    // the same file would be refused again
    expect(screen.getByRole('button', { name: 'Poskusi znova' }).query()).toBeNull();
  }
  await choose();
  await expect
    .element(screen.getByRole('alert').getByRole('button', { name: 'Poskusi znova' }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Poskusi znova' }).click();
  await expect.poll(() => router.state.location.pathname).toBe(path);
});
