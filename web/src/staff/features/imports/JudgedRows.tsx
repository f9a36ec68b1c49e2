import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import classes from './imports.module.css';

/** Rows that are drawn at first, and with each press on "more". */
const AT_ONCE = 100;

type Props<Row extends { row: number; status: string }> = {
  rows: readonly Row[];
  columns: Column<Row>[];
  caption: string;
  /** In the order in which the filter offers them. */
  statuses: readonly { value: Row['status']; label: string }[];
};

/** The rows of a file with their verdicts; those of one status can be looked at alone. */
export function JudgedRows<Row extends { row: number; status: string }>({
  rows,
  columns,
  caption,
  statuses,
}: Props<Row>) {
  const { t } = useI18n();
  const [only, setOnly] = useState('all');
  const [shown, setShown] = useState(AT_ONCE);
  const present = statuses.filter(({ value }) => rows.some(({ status }) => status === value));
  const filter = present.some(({ value }) => value === only) ? only : 'all';
  const matching = rows.filter(({ status }) => filter === 'all' || status === filter);
  return (
    <div className={classes.outcome}>
      {present.length > 1 && (
        <SegmentedControl
          value={filter}
          onChange={setOnly}
          aria-label={t('modules.import.table.filter')}
          data={[{ value: 'all', label: t('modules.import.table.all') }, ...present]}
        />
      )}
      <DataTable
        caption={caption}
        columns={columns}
        rows={matching.slice(0, shown)}
        idOf={({ row }) => String(row)}
        foot={
          matching.length > shown && (
            <Button onClick={() => setShown(shown + AT_ONCE)}>{t('ui.list.show_more')}</Button>
          )
        }
      />
    </div>
  );
}
