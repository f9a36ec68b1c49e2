import { ActionIcon, Checkbox, Popover, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useI18n } from '../lib/i18n.ts';
import type { Column } from './DataTable.tsx';
import classes from './ListToolbar.module.css';

type Hideable = Pick<Column<never>, 'id' | 'header'>;

type ColumnPickerProps = {
  /** The columns that may be hidden; the one with the row's link is not among them. */
  columns: readonly Hideable[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
};

/** Chooses the columns of a list. */
export function ColumnPicker({ columns, hidden, onChange }: ColumnPickerProps) {
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

/** The hidden columns of a list, remembered on this device for the person using it; `list` names both. */
export function useHiddenColumns(list: string): [hidden: string[], setHidden: (hidden: string[]) => void] {
  const key = `vpisnik.columns.${list}`;
  const [hidden, setHidden] = useState<string[]>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
    } catch {
      return [];
    }
  });
  const change = (next: string[]) => {
    setHidden(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is refused: the choice lasts until the page is left.
    }
  };
  return [hidden, change];
}
