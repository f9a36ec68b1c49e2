import { Checkbox, Radio, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { matches } from '../../lib/text/fold.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './ListToolbar.module.css';

export type FilterOption = { value: string; label: string; mark?: ReactNode };

type OptionListProps = {
  label: string;
  /** Says what its search finds, where that is not the label. */
  seek?: string;
  options: readonly FilterOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Several values may be chosen. */
  multiple?: boolean;
  /** Called when the only value has been pressed. */
  onDone?: () => void;
};

/** Longer lists of options can be searched. */
const searchFrom = 8;

/** The options of a filter, with a search where there are many. */
export function OptionList(props: OptionListProps) {
  const { label, options, value, onChange, multiple = false, onDone } = props;
  const { t } = useI18n();
  const id = useId();
  const [sought, setSought] = useState('');
  const seek = props.seek ?? t('ui.list.search_options', { label });
  const offered = options.length > searchFrom ? options.filter((one) => matches(one.label, sought)) : options;
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <>
      {options.length > searchFrom && (
        <TextInput
          className={classes.seek ?? ''}
          aria-label={seek}
          placeholder={seek}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.options}>
        <legend className="vh">{label}</legend>
        {offered.length === 0 && <p>{t('ui.list.nothing')}</p>}
        {offered.map((option) => {
          const text = option.mark ? (
            <>
              {option.label} {option.mark}
            </>
          ) : (
            option.label
          );
          return multiple ? (
            <Checkbox
              key={option.value}
              label={text}
              checked={value.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
          ) : (
            <Radio
              key={option.value}
              name={id}
              label={text}
              checked={value.includes(option.value)}
              onChange={() => onChange([option.value])}
              onClick={onDone}
            />
          );
        })}
      </fieldset>
    </>
  );
}
