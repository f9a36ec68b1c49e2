import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ImportKind, ImportRow } from '@vpisnik/contract/imports';
import { useMemo, useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import classes from './imports.module.css';
import { problemLine } from './problem-text.ts';

const looks = {
  ready: { tint: 'waitlisted', icon: IconPlus },
  created: { tint: 'approved', icon: IconCheck },
  duplicate: { tint: 'inactive', icon: IconCopy },
  error: { tint: 'rejected', icon: IconAlertTriangle },
} as const;

/** Rows that are drawn at first, and with each press on "more". */
const AT_ONCE = 100;

type Props = { rows: readonly ImportRow[]; caption: string; kind?: ImportKind };

/** Row by row what becomes, or became, of it; those with problems can be looked at alone. */
export function OutcomeTable({ rows, caption, kind }: Props) {
  const { t } = useI18n();
  const [only, setOnly] = useState('all');
  const [shown, setShown] = useState(AT_ONCE);
  const statuses = Object.keys(looks).filter((status) => rows.some((row) => row.status === status));
  const filter = only === 'all' || statuses.includes(only) ? only : 'all';
  const matching = rows.filter(({ status }) => filter === 'all' || status === filter);
  const columns = useColumns(kind);
  return (
    <div className={classes.outcome}>
      {statuses.length > 1 && (
        <SegmentedControl
          value={filter}
          onChange={setOnly}
          aria-label={t('modules.import.table.filter')}
          data={[
            { value: 'all', label: t('modules.import.table.all') },
            ...statuses.map((status) => ({
              value: status,
              label: t(`modules.import.status.${status as ImportRow['status']}`),
            })),
          ]}
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

function RowNumber({ row }: { row: ImportRow }) {
  const { t } = useI18n();
  return <span className="num">{t('modules.import.table.row_number', { row: row.row })}</span>;
}

function Title({ row, kind }: { row: ImportRow; kind: ImportKind | undefined }) {
  const { t } = useI18n();
  const title = row.title || t('modules.import.table.untitled');
  if (kind !== 'groups' || !row.id) return <b>{title}</b>;
  return (
    <Link to="/groups/$group_id" params={{ group_id: row.id }} data-open-row>
      {title}
    </Link>
  );
}

function Status({ row }: { row: ImportRow }) {
  const { t } = useI18n();
  const { tint, icon } = looks[row.status];
  return (
    <StatusPill tint={tint} icon={icon}>
      {t(`modules.import.status.${row.status}`)}
    </StatusPill>
  );
}

function Problems({ row }: { row: ImportRow }) {
  const { t } = useI18n();
  if (row.problems.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {row.problems.map((problem) => (
        <li key={`${problem.field}${problem.code}`}>{problemLine(problem, t)}</li>
      ))}
    </ul>
  );
}

const cells = {
  row: (row: ImportRow) => <RowNumber row={row} />,
  status: (row: ImportRow) => <Status row={row} />,
  problems: (row: ImportRow) => <Problems row={row} />,
};

function useColumns(kind: ImportKind | undefined): Column<ImportRow>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'title',
        header: t('modules.import.table.title'),
        cell: (row) => <Title row={row} kind={kind} />,
        width: '28%',
        phone: 'name',
      },
      { id: 'status', header: t('modules.import.table.status'), cell: cells.status, phone: 'corner' },
      { id: 'row', header: t('modules.import.table.row'), cell: cells.row },
      { id: 'problems', header: t('modules.import.table.problems'), cell: cells.problems, width: '45%' },
    ],
    [t, kind],
  );
}
