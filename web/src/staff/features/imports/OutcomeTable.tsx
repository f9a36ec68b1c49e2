import { IconAlertTriangle, IconCheck, IconCopy, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ImportKind, ImportRow } from '@vpisnik/contract/imports';
import { useMemo } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import classes from './imports.module.css';
import { JudgedRows } from './JudgedRows.tsx';
import { problemLine } from './problem-text.ts';

const looks = {
  ready: { tint: 'waitlisted', icon: IconPlus },
  created: { tint: 'approved', icon: IconCheck },
  duplicate: { tint: 'inactive', icon: IconCopy },
  error: { tint: 'rejected', icon: IconAlertTriangle },
} as const;

const statuses = Object.keys(looks) as ImportRow['status'][];

type Props = { rows: readonly ImportRow[]; caption: string; kind?: ImportKind };

/** Row by row what becomes, or became, of it. */
export function OutcomeTable({ rows, caption, kind }: Props) {
  const { t } = useI18n();
  return (
    <JudgedRows
      rows={rows}
      columns={useColumns(kind)}
      caption={caption}
      statuses={statuses.map((value) => ({ value, label: t(`modules.import.status.${value}`) }))}
    />
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
