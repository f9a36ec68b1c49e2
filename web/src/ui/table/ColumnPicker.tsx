import { ActionIcon, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ChosenColumn, ChosenList } from '@vpisnik/contract/list-columns';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useSessionStore } from '../../lib/session/context.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { Tip } from '../Tip.tsx';
import type { Column } from './DataTable.tsx';
import { OptionList } from './OptionList.tsx';

type ColumnPickerProps<Id> = {
  columns: readonly { id: Id; header: string; mark?: ReactNode }[];
  shown: ReadonlySet<string>;
  onChange: (id: Id, shown: boolean) => void;
  /** Called when the choice is opened. */
  onOpen?: () => void;
};

/** The choice of a list's columns. */
export function ColumnPicker<Id extends string>({ columns, shown, onChange, onOpen }: ColumnPickerProps<Id>) {
  const { t } = useI18n();
  const label = t('ui.list.columns');
  const value = columns.filter(({ id }) => shown.has(id)).map(({ id }) => id);
  const change = (next: string[]) => {
    for (const { id } of columns) if (next.includes(id) !== shown.has(id)) onChange(id, next.includes(id));
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus {...(onOpen && { onOpen })}>
      {/* around the target, which tells the button whether the choice is open */}
      <Tip label={label}>
        <Popover.Target>
          <ActionIcon aria-label={label}>
            <IconColumns3 size={18} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Tip>
      <Popover.Dropdown aria-label={label}>
        <OptionList
          label={label}
          seek={t('ui.list.search_columns')}
          options={columns.map(({ id, header, mark }) => ({ value: id, label: header, mark }))}
          value={value}
          onChange={change}
          multiple
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Columns of the row's name and of its menu, which always stay. */
type Fixed = 'name' | 'actions';

/** A column of a list that people choose from. */
export type ColumnOf<List extends ChosenList> = ChosenColumn<List> | Fixed;

/**
 * Lets people choose the columns of a list, remembered with their account. Those of the name and the menu always stay;
 * optional ones come when they are chosen.
 */
export function useColumnChoice<Row, List extends ChosenList>(
  list: List,
  all: readonly Column<Row, ColumnOf<List>>[],
): { columns: readonly Column<Row>[]; picker: ReactNode } {
  const { listColumns } = useSessionStore();
  const choice: Partial<Record<string, boolean>> | undefined = useSyncExternalStore(
    listColumns.subscribe,
    listColumns.get,
  )[list];
  const columns = useMemo(
    () => all.filter(({ id, optional = false }) => choice?.[id] ?? !optional),
    [all, choice],
  );
  const choices = all.filter((column) => isFree<Row, List>(column));
  const shown = new Set<string>(columns.map(({ id }) => id));
  const picker = (
    <ColumnPicker
      columns={choices}
      shown={shown}
      onChange={(id, isShown) => listColumns.choose(list, id, isShown)}
    />
  );
  return { columns, picker };
}

function isFree<Row, List extends ChosenList>(
  column: Column<Row, ColumnOf<List>>,
): column is Column<Row, ChosenColumn<List>> {
  return column.id !== 'name' && column.id !== 'actions';
}
