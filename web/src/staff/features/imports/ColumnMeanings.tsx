import { NativeSelect } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './imports.module.css';

type Props = {
  columns: readonly { name: string; samples: readonly string[] }[];
  /** What a column holds; empty for one that isn't imported. */
  meaningOf: (column: number) => string;
  /** What columns may hold. */
  meanings: NonNullable<ComponentProps<typeof NativeSelect>['data']>;
  disabled?: boolean;
  onChange: (column: number, meaning: string) => void;
};

/** The columns of a file with examples, and the choice of what each holds. */
export function ColumnMeanings({ columns, meaningOf, meanings, disabled = false, onChange }: Props) {
  const { t } = useI18n();
  return (
    <ul className={classes.columns}>
      {columns.map(({ name, samples }, at) => {
        const label = name || t('modules.import.columns.unnamed', { place: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li key={at} data-unused={meaningOf(at) === '' || undefined}>
            <div>
              <b>{label}</b>
              <span>{samples.join(' · ') || t('modules.import.columns.no_values')}</span>
            </div>
            <NativeSelect
              aria-label={t('modules.import.columns.meaning', { column: label })}
              value={meaningOf(at)}
              disabled={disabled}
              onChange={(event) => onChange(at, event.currentTarget.value)}
              data={[{ value: '', label: t('modules.import.columns.unused') }, ...meanings]}
            />
          </li>
        );
      })}
    </ul>
  );
}
