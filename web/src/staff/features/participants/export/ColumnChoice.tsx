import { Checkbox } from '@mantine/core';
import { exportColumns } from '@vpisnik/contract/rules/exports';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { AnswerColumn } from '../use-answer-columns.ts';
import classes from './export.module.css';

type ColumnChoiceProps = {
  answers: readonly AnswerColumn[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: boolean;
};

/** The columns of an export, one by one. */
export function ColumnChoice({ answers, value, onChange, error }: ColumnChoiceProps) {
  const { t } = useI18n();
  return (
    <Checkbox.Group
      mt={8}
      aria-label={t('modules.export.columns')}
      value={[...value]}
      onChange={onChange}
      error={error && t('modules.export.none')}
    >
      <div className={classes.columns}>
        <fieldset>
          <legend>{t('modules.export.facts')}</legend>
          {exportColumns.map((fact) => (
            <Checkbox key={fact} value={fact} label={t(`modules.export.fact.${fact}`)} />
          ))}
        </fieldset>
        {answers.length > 0 && (
          <fieldset>
            <legend>{t('modules.export.questions')}</legend>
            {answers.map(({ id, header }) => (
              <Checkbox key={id} value={id} label={header} />
            ))}
          </fieldset>
        )}
      </div>
    </Checkbox.Group>
  );
}
