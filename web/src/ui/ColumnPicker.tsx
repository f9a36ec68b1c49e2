import { ActionIcon, Checkbox, Popover, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useI18n } from '../lib/i18n.ts';
import type { Column } from './DataTable.tsx';
import classes from './ListToolbar.module.css';

type ColumnPickerProps = {
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
};

function ColumnPicker({ columns, hidden, onChange }: ColumnPickerProps) {
  const { t } = useI18n();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('ui.list.columns')}>
          <ActionIcon aria-label={t('ui.list.columns')}>
            <IconColumns3 size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.list.columns')}>
        <div className={classes.options}>
          {columns.map(({ id, header }) => (
            <Checkbox
              key={id}
              label={header}
              checked={!hidden.includes(id)}
              onChange={() =>
                onChange(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
              }
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function readHidden(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Lets people choose the columns of a list, remembered on this device under the list's name. The column with the
 * row's name and the quiet ones always stay.
 */
export function useColumnChoice<Row>(
  list: string,
  all: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; picker: ReactNode } {
  const key = `vpisnik.columns.${list}`;
  const [hidden, setHidden] = useState(() => readHidden(key));
  const columns = useMemo(() => all.filter(({ id }) => !hidden.includes(id)), [all, hidden]);
  const change = (next: string[]) => {
    setHidden(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is refused: the choice lasts until the page is left.
    }
  };
  const choices = all.filter(({ quiet, phone }) => !quiet && phone !== 'name');
  return { columns, picker: <ColumnPicker columns={choices} hidden={hidden} onChange={change} /> };
}
