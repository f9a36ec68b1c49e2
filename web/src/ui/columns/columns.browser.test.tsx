import type { ListColumns } from '@vpisnik/contract/list-columns';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { picture, renderUi, sessionOf, sessionStore } from '../../../test/render.tsx';
import { SessionProvider } from '../../lib/session/context.ts';
import { createListColumns } from '../../lib/session/list-columns.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { type ColumnOf, useChosenColumns, useColumnChoice } from './use-chosen-columns.tsx';

type Row = { id: string; name: string };

const rows: Row[] = ['Plesna pripravnica', 'Moderni ples'].map((name) => ({ id: name, name }));
const columns: Column<Row, ColumnOf<'groups'>>[] = [
  { id: 'name', header: 'Ime', phone: 'name', cell: ({ name }) => name },
  { id: 'schedule', header: 'Urnik', cell: () => 'tor 17.00' },
  { id: 'start_date', header: 'Začetek', cell: () => '1. september', optional: true },
  { id: 'place', header: 'Kraj', cell: () => 'Velika dvorana' },
  { id: 'places', header: 'Mesta', cell: () => '12 od 20', always: true },
  { id: 'enrolment', header: 'Vpis', cell: () => 'odprt', phone: 'corner' },
  { id: 'pending', header: 'Čakajo', cell: () => '3', phone: 'end' },
  { id: 'actions', header: 'Dejanja', quiet: true, cell: () => null, phone: 'none' },
];

function List() {
  const choice = useColumnChoice('groups', columns);
  return (
    <main style={{ padding: 16 }}>
      <div style={{ display: 'flex', justifyContent: 'end', paddingBottom: 12 }}>{choice.picker}</div>
      <DataTable caption="Skupine" columns={choice.columns} rows={rows} idOf={(row) => row.id} />
    </main>
  );
}

const fewer = columns.filter(({ id }) => id !== 'schedule');

/** The same list where it has no column of times. */
function ShorterList() {
  const choice = useChosenColumns<Row>({
    ...{ list: 'groups', all: columns, offered: fewer },
    isShown: (id) => id !== 'start_date',
    choose: () => {},
  });
  return (
    <main>
      {choice.picker}
      <DataTable caption="Skupine" columns={choice.columns} rows={rows} idOf={(row) => row.id} />
    </main>
  );
}

/** A list on a new device of an account, whose choice is open. */
async function openOn(account: { columns: ListColumns }, Shown = List) {
  const { store, load } = createListColumns({
    read: async () => account.columns,
    write: async ({ order, groups }) => {
      const { order: before, groups: shown } = account.columns;
      account.columns = { order: { ...before, ...order }, groups: { ...shown, ...groups } };
    },
    log: () => {},
  });
  await load();
  const { screen } = await renderUi(
    <SessionProvider value={{ ...sessionStore(sessionOf('GROUP_ADMIN')), listColumns: store }}>
      <Shown />
    </SessionProvider>,
  );
  await button('Izberi stolpce').click();
  await expect.element(box('Kraj')).toBeVisible();
  // it takes the focus a moment after it is shown
  const choice = page.getByRole('dialog', { name: 'Izberi stolpce' });
  await expect.poll(() => choice.element().contains(document.activeElement)).toBe(true);
  return screen;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const texts = (elements: Element[]) => elements.map((one) => one.textContent);
const headers = () => texts(page.getByRole('columnheader').elements());
const offered = () =>
  texts(page.getByRole('list', { name: 'Izberi stolpce' }).getByRole('listitem').elements());
const usual = ['Ime', 'Urnik', 'Kraj', 'Mesta', 'Vpis', 'Čakajo', 'Dejanja'];

afterEach(() => page.viewport(1440, 900));

describe('the columns of a list', () => {
  it('are chosen for all devices of an account; some can’t be hidden', async () => {
    const account = { columns: {} as ListColumns };
    const screen = await openOn(account);
    expect(headers()).toEqual(usual);
    await expect.element(box('Mesta')).toBeDisabled();
    await box('Urnik').click();
    await box('Začetek').click();
    await expect.poll(headers).toEqual(['Ime', 'Začetek', 'Kraj', 'Mesta', 'Vpis', 'Čakajo', 'Dejanja']);
    await expect.poll(() => account.columns.groups).toEqual({ schedule: false, start_date: true });
    await screen.unmount();
    await openOn(account);
    expect(headers()).toEqual(['Ime', 'Začetek', 'Kraj', 'Mesta', 'Vpis', 'Čakajo', 'Dejanja']);
  });

  it('are moved by keyboard, which says where and goes along, past those that are hidden', async () => {
    const account = { columns: {} as ListColumns };
    const screen = await openOn(account);
    const up = button('Premakni višje: Kraj');
    (up.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(headers).toEqual(['Ime', 'Kraj', 'Urnik', 'Mesta', 'Vpis', 'Čakajo', 'Dejanja']);
    await expect.element(page.getByRole('status')).toHaveTextContent('Kraj: mesto 1 od 5');
    await expect.element(up).toHaveFocus();
    await expect.element(up).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    expect(headers()[1]).toBe('Kraj');

    const down = button('Premakni nižje: Kraj');
    for (const place of [2, 3, 4, 5]) {
      await userEvent.keyboard(place === 2 ? '{Tab}{Enter}' : '{Enter}');
      await expect.element(page.getByRole('status')).toHaveTextContent(`Kraj: mesto ${place} od 5`);
      await expect.element(down).toHaveFocus();
    }
    const moved = ['Ime', 'Urnik', 'Mesta', 'Vpis', 'Čakajo', 'Kraj', 'Dejanja'];
    await expect.poll(headers).toEqual(moved);
    await expectAccessible(document);
    await picture('columns');

    // hidden ones stand out of the way, and come last when they are shown
    expect(offered()).toEqual(['Urnik', 'Mesta', 'Vpis', 'Čakajo', 'Kraj', 'Začetek']);
    await box('Začetek').click();
    await expect.poll(headers).toEqual(moved.toSpliced(-1, 0, 'Začetek'));
    await screen.unmount();
    await openOn(account);
    expect(headers()).toEqual(moved.toSpliced(-1, 0, 'Začetek'));
  });

  it('are dragged, and come back into the list’s own order', async () => {
    const account = { columns: {} as ListColumns };
    await openOn(account);
    await expect.element(button('Privzeti vrstni red')).not.toBeInTheDocument();
    const rowOf = (name: string) => page.getByRole('listitem').filter({ has: box(name) });
    const handle = rowOf('Čakajo').element().querySelector('[data-drag-handle]');
    if (!handle) throw new Error('no way to drag');
    await expect.element(rowOf('Čakajo')).toHaveAttribute('draggable', 'true');
    await userEvent.dragAndDrop(handle, rowOf('Urnik'), { targetPosition: { x: 60, y: 4 } });
    await expect.poll(headers).toEqual(['Ime', 'Čakajo', 'Urnik', 'Kraj', 'Mesta', 'Vpis', 'Dejanja']);
    await expect.element(page.getByRole('status')).toHaveTextContent('Čakajo: mesto 1 od 5');
    await expect.poll(() => account.columns.order?.groups?.[0]).toBe('pending');
    await button('Privzeti vrstni red').click();
    await expect.poll(headers).toEqual(usual);
    await expect.element(page.getByRole('status')).toHaveTextContent('Stolpci so v privzetem vrstnem redu');
    await expect.element(button('Privzeti vrstni red')).not.toBeInTheDocument();
    await expect.element(box('Urnik')).toHaveFocus();
    await expect.poll(() => account.columns.order).toEqual({ groups: [] });
  });

  it('keep the place of one that the list has elsewhere alone', async () => {
    const account = { columns: {} as ListColumns };
    const screen = await openOn(account, ShorterList);
    await button('Premakni višje: Čakajo').click();
    await expect.poll(headers).toEqual(['Ime', 'Kraj', 'Mesta', 'Čakajo', 'Vpis', 'Dejanja']);
    await screen.unmount();
    await openOn(account);
    expect(headers()).toEqual(['Ime', 'Urnik', 'Kraj', 'Mesta', 'Čakajo', 'Vpis', 'Dejanja']);
  });

  it('are moved on a phone by buttons that a thumb finds, and stand there in a row of cells', async () => {
    await page.viewport(360, 740);
    await openOn({ columns: { order: { groups: ['pending', 'weather', 'place'] } } });
    for (const name of ['Premakni višje: Kraj', 'Premakni nižje: Kraj']) {
      const { width, height } = button(name).element().getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await button('Premakni nižje: Čakajo').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Čakajo: mesto 2 od 5');
    expect(document.documentElement.scrollWidth).toBe(360);
    await expectAccessible(document);
    await picture('columns');
    await userEvent.keyboard('{Escape}');
    await expect.element(box('Kraj')).not.toBeInTheDocument();
    const [, line, end] = page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .elements()
      .map((cell) => cell.getBoundingClientRect());
    expect(line?.top).toBe(end?.top);
    await picture('columns-rows');
  });
});
