import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { controlId } from '../../../../ui/form/form-words.ts';
import classes from '../dialog.module.css';

import type { AnswerValue, Question } from './questions.ts';

type AnswerFieldProps = {
  question: Question;
  value: AnswerValue | undefined;
  language: string;
  error: string | undefined;
  onChange: (value: AnswerValue) => void;
  /** A date that is typed wrong: its field knows, its value is empty. */
  onDateError?: (message: string | null) => void;
};

/** The control for one answer, by the type of its question. */
export function AnswerField({ question, value, language, error, onChange, onDateError }: AnswerFieldProps) {
  const { t } = useI18n();
  const { type, name, sensitive, options } = question;
  const id = controlId(`answers.${question.id}`);
  const label = <span lang={language}>{name}</span>;
  const shared = {
    id,
    label,
    error,
    ...(sensitive && { description: t('modules.participant.detail.sensitive_hint') }),
  };
  const text = typeof value === 'string' ? value : '';
  const list = Array.isArray(value) ? value : [];
  switch (type) {
    case 'checkbox':
      return (
        <Checkbox
          {...shared}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'multiple_choice':
      return (
        <Checkbox.Group {...shared} value={list} onChange={onChange}>
          <div className={classes.choices}>
            {options.map((option) => (
              <Checkbox key={option.value} {...option} lang={language} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'single_choice':
      return (
        <Select
          {...shared}
          data={options}
          value={text || null}
          clearable
          clearButtonProps={{ 'aria-label': t('modules.participant.edit.clear', { name }) }}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'date':
      return (
        <DateInput
          id={id}
          name={id}
          label={label}
          labelText={name}
          hint={shared.description}
          value={text || null}
          error={error}
          {...(onDateError && { onError: onDateError })}
          onChange={(day) => onChange(day ?? '')}
        />
      );
    case 'textarea':
    case 'notes':
      return <Textarea {...shared} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
    default:
      return (
        <TextInput
          {...shared}
          type={type === 'email' ? 'email' : type === 'phone_number' ? 'tel' : 'text'}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
