import { Menu } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { forceColors } from '../../../test/forced-colors.ts';
import { picture, renderUi } from '../../../test/render.tsx';
import { StatusPill } from '../marks/StatusPill.tsx';
import { type Column, DataTable, type Sort } from './DataTable.tsx';
import { MoreButton } from './MoreButton.tsx';
import { RowMenu } from './RowMenu.tsx';

type Row = { id: string; name: string; group: string; open: boolean };

const rows: Row[] = ['Ajda', 'Borut', 'Cilka', 'Drago', 'Eva'].map((name, at) => ({
  id: String(at + 1),
  name: `${name} Žnidaršič`,
  group: 'Moderni ples za najstnike',
  open: at % 2 === 0,
}));

const opened = vi.fn();
const rendered = vi.fn();
const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Udeleženec',
    sortable: true,
    phone: 'name',
    cell: (row) => {
      rendered(row.id);
      return (
        <a
          href={`#${row.id}`}
          data-open-row
          onClick={(event) => {
            event.preventDefault();
            opened(row.id);
          }}
        >
          {row.name}
        </a>
      );
    },
  },
  { id: 'group', header: 'Skupina', sortable: true, cell: (row) => row.group },
  {
    id: 'status',
    header: 'Stanje',
    phone: 'corner',
    cell: (row) =>
      row.open ? (
        <StatusPill tint="approved" icon={IconCheck}>
          Odobrena
        </StatusPill>
      ) : (
        <StatusPill tint="pending" icon={IconClock}>
          V obravnavi
        </StatusPill>
      ),
  },
  {
    id: 'application_date',
    header: 'Prijava',
    from: 'lg',
    phone: 'none',
    align: 'end',
    cell: () => 'danes, 17:02',
  },
  {
    id: 'actions',
    header: 'Dejanja',
    quiet: true,
    phone: 'none',
    cell: (row) => (
      <RowMenu name={row.name}>
        <Menu.Item>Uredi</Menu.Item>
        <Menu.Item color="error">Izbriši</Menu.Item>
      </RowMenu>
    ),
  },
];

function List() {
  const [sort, setSort] = useState<Sort>({ by: 'name', descending: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <main style={{ padding: 16 }}>
      <DataTable
        caption="Prijave po imenu"
        columns={columns}
        rows={rows}
        idOf={(row) => row.id}
        sort={sort}
        onSort={setSort}
        selection={{
          selected,
          onChange: setSelected,
          nameOf: (id) => rows.find((row) => row.id === id)?.name ?? '',
        }}
        openId="2"
        foot="Prikazanih 5 od 37 zadetkov"
      />
    </main>
  );
}

const box = (name: string) => page.getByRole('checkbox', { name: `Izberi: ${name} Žnidaršič` });
const all = () => page.getByRole('checkbox', { name: 'Izberi vse na strani' });
const header = (name: string) => page.getByRole('columnheader', { name });
const checked = () => document.querySelectorAll('tbody input:checked').length;

afterEach(() => {
  opened.mockReset();
  rendered.mockReset();
  return page.viewport(1440, 900);
});

describe('a list', () => {
  it('is sorted by its header, which says how', async () => {
    await renderUi(<List />);
    await expect.element(header('Udeleženec')).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: 'Udeleženec' }).click();
    await expect.element(header('Udeleženec')).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Skupina' }).click();
    await expect.element(header('Skupina')).toHaveAttribute('aria-sort', 'ascending');
    await expect.element(header('Udeleženec')).not.toHaveAttribute('aria-sort');
    await expect.element(page.getByRole('button', { name: 'Stanje' })).not.toBeInTheDocument();
    await expectAccessible();
    await picture('table');
  });

  it('selects one, a range with Shift, and all, and renders only the rows that change', async () => {
    await renderUi(<List />);
    rendered.mockReset();
    await box('Borut').click();
    expect(rendered.mock.calls).toEqual([['2']]);
    expect((all().element() as HTMLInputElement).indeterminate).toBe(true);
    await box('Drago').click({ modifiers: ['Shift'] });
    await expect.poll(checked).toBe(3);
    await box('Cilka').click();
    await expect.poll(checked).toBe(2);
    await all().click();
    await expect.poll(checked).toBe(5);
    await all().click();
    await expect.poll(checked).toBe(0);
    expect(opened).not.toHaveBeenCalled();
  });

  it('shows which rows are selected in forced colours as well', async () => {
    await renderUi(<List />);
    await forceColors();
    // the colours of our own ticks would all be the one of the page
    for (const one of [box('Borut'), all()]) await expect.element(one).toHaveStyle({ appearance: 'auto' });
  });

  it('hands the focus of the button for more to a control that takes it', async () => {
    function Paged() {
      const [hasNextPage, setNext] = useState(true);
      return (
        <>
          <button type="button">Uredi</button>
          <button type="button" disabled>
            Izbriši
          </button>
          <MoreButton
            list={{ hasNextPage, isFetchingNextPage: false, fetchNextPage: () => setNext(false) }}
          />
        </>
      );
    }
    await renderUi(<Paged />);
    page.getByRole('button', { name: 'Pokaži več' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Uredi' })).toHaveFocus();
  });

  it('opens a row wherever it is clicked, except on its controls and in its menu', async () => {
    await renderUi(<List />);
    await page.getByText('danes, 17:02').nth(2).click();
    expect(opened.mock.calls).toEqual([['3']]);
    await page.getByRole('button', { name: 'Dejanja: Ajda Žnidaršič' }).click();
    await page.getByRole('menuitem', { name: 'Uredi' }).click();
    expect(opened).toHaveBeenCalledOnce();
    await page.getByRole('link', { name: 'Eva Žnidaršič' }).click();
    expect(opened).toHaveBeenLastCalledWith('5');
  });

  it('is stacked on a phone and still a table for assistive technology', async () => {
    await page.viewport(360, 780);
    await renderUi(<List />);
    await expect.element(page.getByRole('table', { name: 'Prijave po imenu' })).toBeVisible();
    expect(page.getByRole('row').elements()).toHaveLength(6);
    const row = page.getByRole('row').nth(1);
    expect(row.getByRole('cell').elements()).toHaveLength(4);
    const [, name, group, status] = row
      .getByRole('cell')
      .elements()
      .map((one) => one.getBoundingClientRect());
    expect(status?.top).toBeLessThan((group?.top ?? 0) - 10);
    expect(name?.bottom).toBeLessThanOrEqual(group?.top ?? 0);
    expect(document.documentElement.scrollWidth).toBe(360);
    await box('Ajda').click();
    await expectAccessible();
    await picture('table');
  });

  it('shows rows to come while it has none', async () => {
    await renderUi(<DataTable caption="Prijave" columns={columns} rows={undefined} idOf={(row) => row.id} />);
    await expect.element(page.getByRole('status', { name: 'Nalaganje' })).toBeInTheDocument();
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });
});

it('draws the rows that fill the screen first, and the others after them', async () => {
  const drawn: number[] = [];
  const count = () => document.querySelectorAll('tbody tr:not([aria-hidden])').length;
  function Cell({ name }: { name: string }) {
    useLayoutEffect(() => {
      drawn.push(count());
    }, []);
    return name;
  }
  const many = Array.from({ length: 100 }, (_, at) => ({ id: String(at), name: `Ajda ${at}` }));
  const names: Column<{ id: string; name: string }>[] = [
    { id: 'name', header: 'Ime', cell: ({ name }) => <Cell name={name} /> },
  ];
  await renderUi(<DataTable caption="Vsi" columns={names} rows={many} idOf={({ id }) => id} />);
  await expect.poll(count).toBe(100);
  expect(drawn[0]).toBeLessThan(50);
  expect(drawn[0]).toBeGreaterThanOrEqual(window.innerHeight / 90);
});
