import { ActionIcon, Checkbox, Popover, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useI18n } from '../lib/i18n.ts';
import { useSession } from '../lib/session/context.ts';
import type { Column } from './DataTable.tsx';
import classes from './ListToolbar.module.css';

type ColumnPickerProps = {
  columns: readonly { id: string; header: string }[];
  shown: ReadonlySet<string>;
  onChange: (id: string, shown: boolean) => void;
};

function ColumnPicker({ columns, shown, onChange }: ColumnPickerProps) {
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
              checked={shown.has(id)}
              onChange={(event) => onChange(id, event.currentTarget.checked)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The columns that somebody has shown or hidden; the others are as the list has them. */
type Choice = Record<string, boolean>;

function readChoice(key: string): Choice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries = Object.entries(stored ?? {}).filter(([, shown]) => typeof shown === 'boolean');
    return Object.fromEntries(entries) as Choice;
  } catch {
    return {};
  }
}

/**
 * Lets people choose the columns of a list, remembered on this device for each account. The column with the row's name
 * and the quiet ones always stay; optional ones come when they are chosen.
 */
export function useColumnChoice<Row>(
  list: string,
  all: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; picker: ReactNode } {
  const { user } = useSession();
  const key = `vpisnik.columns.${list}.${user?.id}`;
  const [choice, setChoice] = useState(() => readChoice(key));
  const columns = useMemo(
    () => all.filter(({ id, optional = false }) => choice[id] ?? !optional),
    [all, choice],
  );
  const change = (id: string, shown: boolean) => {
    const next = { ...choice, [id]: shown };
    setChoice(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is refused: the choice lasts until the page is left.
    }
  };
  const choices = all.filter(({ quiet, phone }) => !quiet && phone !== 'name');
  const shown = new Set(columns.map(({ id }) => id));
  return { columns, picker: <ColumnPicker columns={choices} shown={shown} onChange={change} /> };
}
