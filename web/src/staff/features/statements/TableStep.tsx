import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDay, formatMoney, formatPeriod } from '@vpisnik/contract/rules/format';
import {
  isReadable,
  statementLimits,
  type TableField,
  tableFields,
} from '@vpisnik/contract/rules/statements';
import type { StatementTable } from '@vpisnik/contract/statements';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { handFocusUp } from '../../../ui/focus-return.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { ColumnMeanings } from '../imports/ColumnMeanings.tsx';
import classes from './statements.module.css';

type Mapping = StatementTable['mapping'];

type TableStepProps = {
  table: StatementTable;
  /** While it is read, other choices read it anew; while it is imported, they stay. */
  busy: 'reading' | 'importing' | null;
  /** Reads the table anew. */
  onChange: (mapping: Mapping) => void;
  onImport: () => void;
  onBack: () => void;
};

const inTwo: readonly TableField[] = ['credit', 'debit'];
const inOne: readonly TableField[] = ['amount', 'direction'];

/** What each column of a bank's table holds, and what would be imported by it. */
export function TableStep({ table, busy, onChange, onImport, onBack }: TableStepProps) {
  const { t } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { mapping } = table;
  const importing = busy === 'importing';
  const choose = (column: number, meaning: string) => {
    const isIn = (fields: readonly TableField[]) => fields.some((field) => field === meaning);
    // amounts stand in one column or in two
    const excluded = isIn(inTwo) ? inOne : isIn(inOne) ? inTwo : [];
    const others = tableFields.filter(
      (field) => mapping[field] !== column && field !== meaning && !excluded.includes(field),
    );
    const next = Object.fromEntries(others.map((field) => [field, mapping[field]]));
    onChange({ ...next, row: mapping.row, ...(meaning && { [meaning]: column }) });
  };
  const count = table.content?.count ?? 0;
  return (
    <section className={classes.table} aria-labelledby="statement-columns">
      <h3 id="statement-columns" tabIndex={-1} ref={heading}>
        {t('modules.statement.table.title')}
      </h3>
      <p className={classes.said}>
        {t(table.is_remembered ? 'modules.statement.table.remembered' : 'modules.statement.table.lead')}
      </p>
      <NativeSelect
        className={classes.header ?? ''}
        label={t('modules.statement.table.header')}
        value={String(mapping.row)}
        disabled={importing}
        onChange={(event) => onChange({ row: Number(event.currentTarget.value) })}
        data={Array.from({ length: statementLimits.preamble + 2 }, (_, at) => at - 1).map((row) => ({
          value: String(row),
          label:
            row < 0
              ? t('modules.statement.table.no_header')
              : t('modules.statement.table.row', { row: row + 1 }),
        }))}
      />
      <ColumnMeanings
        columns={table.columns}
        meaningOf={(column) => tableFields.find((field) => mapping[field] === column) ?? ''}
        meanings={tableFields.map((field) => ({
          value: field,
          label: t(`modules.statement.table.fields.${field}`),
        }))}
        disabled={importing}
        onChange={choose}
      />
      <Outcome table={table} />
      <div className={classes.buttons}>
        <Button ref={handFocusUp} {...waiting(importing, onBack)}>
          {t('modules.statement.table.back')}
        </Button>
        <Button variant="filled" disabled={count === 0} {...waiting(busy !== null, onImport)}>
          {t('modules.statement.table.import', { count })}
        </Button>
      </div>
    </section>
  );
}

/** What would be imported, what wouldn't, and what can't be read. */
function Outcome({ table: { content, mapping } }: { table: StatementTable }) {
  const { t, locale } = useI18n();
  const { organization } = useSession();
  if (!content || !isReadable(mapping))
    return (
      <p className={classes.missing} role="status">
        {t('modules.statement.table.missing')}
      </p>
    );
  const currency = content.currency || organization?.currency || 'EUR';
  const { transfers, unread, unread_count, outgoing_count, reversal_count } = content;
  return (
    <div className={classes.outcome}>
      <p role="status">
        <b>
          {t('modules.statement.incoming', {
            count: content.count,
            total: formatMoney(content.total, currency, locale),
          })}
        </b>
        {content.from_date && `, ${formatPeriod(content.from_date, content.to_date, locale)}`}
      </p>
      {outgoing_count > 0 && (
        <p className={classes.said}>{t('modules.statement.table.outgoing', { count: outgoing_count })}</p>
      )}
      {reversal_count > 0 && (
        <p className={classes.said}>{t('modules.statement.reversals', { count: reversal_count })}</p>
      )}
      {transfers.length > 0 && (
        <ul className={classes.read} aria-label={t('modules.statement.table.read')}>
          {transfers.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of the file is its place
            <li key={at}>
              <b>{one.payer_name || t('modules.statement.unnamed')}</b>
              <b className={classes.money}>{formatMoney(one.amount, one.currency || currency, locale)}</b>
              <small>
                {[
                  formatDay(one.day, locale),
                  one.text,
                  one.reference
                    ? t('modules.statement.reference', { reference: one.reference })
                    : t('modules.statement.no_reference'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      )}
      {unread_count > 0 && (
        <div className={classes.unread}>
          <p>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            <b>{t('modules.statement.table.unread', { count: unread_count })}</b>
          </p>
          <ul>
            {unread.map(({ row, code, value }) => (
              <li key={row}>
                {t('modules.statement.table.unread_row', {
                  row,
                  value,
                  problem: t(`modules.statement.table.problems.${code}`),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
