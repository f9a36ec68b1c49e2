import { Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconPlus } from '@tabler/icons-react';
import type { PersonQuestion, PersonRow } from '@vpisnik/contract/participant-imports';
import { useMemo } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { StatusPill } from '../../../../ui/marks/StatusPill.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import importing from '../../imports/imports.module.css';
import { JudgedRows } from '../../imports/JudgedRows.tsx';
import { problemLine, type Words } from './problem-words.ts';

const looks = {
  ready: { tint: 'waitlisted', icon: IconPlus },
  duplicate: { tint: 'inactive', icon: IconCopy },
  error: { tint: 'rejected', icon: IconAlertTriangle },
} as const;

const statuses = Object.keys(looks) as PersonRow['status'][];

type Props = {
  rows: readonly PersonRow[];
  questions: readonly PersonQuestion[];
  caption: string;
  /** Duplicates that are made all the same. */
  included?: readonly number[];
  disabled?: boolean;
  onInclude?: (rows: number[]) => void;
};

type Choosing = {
  included: readonly number[];
  disabled: boolean;
  onInclude: Props['onInclude'] | undefined;
};

/** Row by row what becomes of it; duplicates can be ticked. */
export function PeopleRows({ rows, questions, caption, included = [], disabled = false, onInclude }: Props) {
  const { t, locale } = useI18n();
  const columns = useMemo(
    () => columnsOf({ t, locale, questions }, { included, disabled, onInclude }),
    [t, locale, questions, included, disabled, onInclude],
  );
  return (
    <JudgedRows
      rows={rows}
      columns={columns}
      caption={caption}
      statuses={statuses.map((value) => ({ value, label: t(`modules.import_people.status.${value}`) }))}
    />
  );
}

function columnsOf(words: Words, { included, disabled, onInclude }: Choosing): Column<PersonRow>[] {
  const { t } = words;
  const nameOf = ({ title }: PersonRow) => title || t('modules.import.table.untitled');
  return [
    {
      id: 'title',
      header: t('modules.import.table.title'),
      cell: (row) => <b>{nameOf(row)}</b>,
      width: '28%',
      phone: 'name',
    },
    {
      id: 'status',
      header: t('modules.import.table.status'),
      cell: ({ status }) => (
        <StatusPill tint={looks[status].tint} icon={looks[status].icon}>
          {t(`modules.import_people.status.${status}`)}
        </StatusPill>
      ),
      phone: 'corner',
    },
    {
      id: 'row',
      header: t('modules.import.table.row'),
      cell: ({ row }) => <span className="num">{t('modules.import.table.row_number', { row })}</span>,
    },
    {
      id: 'problems',
      header: t('modules.import.table.problems'),
      width: '45%',
      cell: (row) => (
        <>
          {row.problems.length > 0 && (
            <ul className={importing.problems}>
              {row.problems.map((problem) => (
                <li key={`${problem.column}${problem.code}`}>{problemLine(problem, words)}</li>
              ))}
            </ul>
          )}
          {onInclude && row.can_include && (
            <Checkbox
              mt={6}
              checked={included.includes(row.row)}
              disabled={disabled}
              onChange={({ currentTarget: { checked } }) => {
                const others = included.filter((one) => one !== row.row);
                onInclude(checked ? [...others, row.row] : others);
              }}
              label={t('modules.import_people.include')}
              aria-label={t('modules.import_people.include_row', { name: nameOf(row) })}
            />
          )}
        </>
      ),
    },
  ];
}
