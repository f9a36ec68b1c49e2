import { Button } from '@mantine/core';
import {
  type Import,
  type ImportField,
  type ImportMapping,
  importFields,
  neededFields,
} from '@vpisnik/contract/imports';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ColumnMeanings } from './ColumnMeanings.tsx';
import classes from './imports.module.css';

type Props = {
  sheet: Import;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
  /** Resets to the mapping guessed from the columns' names; null unless a differing earlier mapping was restored. */
  onGuess: (() => void) | null;
  onBack: () => void;
  onNext: () => void;
};

/** The second step: what each column of the file is. */
export function ColumnsStep({ sheet, mapping, onChange, onGuess, onBack, onNext }: Props) {
  const { t } = useI18n();
  const { organization } = useSession();
  const fields: readonly ImportField[] = importFields[sheet.kind];
  const fieldOf = (column: number) => fields.find((field) => mapping[field] === column) ?? '';
  const choose = (column: number, chosen: string) => {
    // a column has one meaning, and a meaning one column
    const others = Object.entries(mapping).filter(([field, at]) => at !== column && field !== chosen);
    onChange(Object.fromEntries(chosen ? [...others, [chosen, column]] : others));
  };
  const needed = neededFields[sheet.kind];
  const isNamed = needed.some((field) => field.startsWith('name') && mapping[field] !== undefined);
  const missing = [
    ...(isNamed ? [] : [t('modules.import.columns.name')]),
    ...needed
      .filter((field) => !field.startsWith('name') && mapping[field] === undefined)
      .map((field) => t(`modules.import.fields.${field}`)),
  ];
  // names in a language that the organisation doesn't offer are of no use
  const offered = fields.filter((field) => {
    const language = /_(sl|en)$/.exec(field)?.[1];
    return !language || !organization || organization.languages.some((one) => one === language);
  });
  return (
    <section className={classes.step}>
      <h2 className={classes.heading} id="import-step-2" tabIndex={-1}>
        {t('modules.import.columns.title')}
      </h2>
      <p className={classes.lead}>{t('modules.import.columns.lead', { count: sheet.rows })}</p>
      {onGuess && (
        <div className={classes.kept} role="status">
          <span>{t('modules.import.columns.kept')}</span>
          <Button onClick={onGuess}>{t('modules.import.columns.guess')}</Button>
        </div>
      )}
      <ColumnMeanings
        columns={sheet.columns}
        meaningOf={fieldOf}
        meanings={offered.map((field) => ({ value: field, label: t(`modules.import.fields.${field}`) }))}
        onChange={choose}
      />
      {missing.length > 0 && (
        <p className={classes.missing} role="status">
          {t('modules.import.columns.missing', { fields: missing.join(', ') })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button onClick={onBack}>{t('modules.import.another')}</Button>
        <Button variant="filled" onClick={onNext} disabled={missing.length > 0}>
          {t('modules.import.columns.next')}
        </Button>
      </div>
    </section>
  );
}
