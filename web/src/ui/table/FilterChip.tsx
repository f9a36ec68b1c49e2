import { Checkbox, Popover, Radio, TextInput, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { matches } from '../../lib/text/fold.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './ListToolbar.module.css';

export type FilterOption = { value: string; label: string };

type FilterChipProps = {
  label: string;
  options: readonly FilterOption[];
  /** The chosen values, as in the URL; empty: not set. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Several values may be chosen. */
  multiple?: boolean;
};

/** Longer lists of options can be searched. */
const searchFrom = 8;

/** A filter of a list: dashed "+ Kategorija" while not set, tinted "Stanje: Aktivne ×" when set, several as "V obravnavi +1". */
export function FilterChip({ label, options, value, onChange, multiple = false }: FilterChipProps) {
  const { t } = useI18n();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [sought, setSought] = useState('');
  const offered = options.length > searchFrom ? options.filter((one) => matches(one.label, sought)) : options;
  const chosen = options.filter((option) => value.includes(option.value));
  const [first, ...more] = chosen;
  const toggle = (one: string) => {
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  };
  return (
    <span className={classes.chip} data-on={first ? true : undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={classes.chipButton} onClick={() => setOpened((now) => !now)}>
            {first ? (
              <>
                {label}: <b>{first.label}</b>
                {more.length > 0 && <b>{t('ui.list.more_values', { count: more.length })}</b>}
              </>
            ) : (
              <>
                <IconPlus size={15} stroke={2} aria-hidden />
                {label}
              </>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          {options.length > searchFrom && (
            <TextInput
              className={classes.seek ?? ''}
              aria-label={t('ui.list.search_options', { label })}
              placeholder={t('ui.list.search_options', { label })}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
            />
          )}
          <fieldset className={classes.options}>
            <legend className="vh">{label}</legend>
            {offered.map((option) =>
              multiple ? (
                <Checkbox
                  key={option.value}
                  label={option.label}
                  checked={value.includes(option.value)}
                  onChange={() => toggle(option.value)}
                />
              ) : (
                <Radio
                  key={option.value}
                  name={id}
                  label={option.label}
                  checked={value.includes(option.value)}
                  onChange={() => onChange([option.value])}
                  onClick={() => setOpened(false)}
                />
              ),
            )}
          </fieldset>
        </Popover.Dropdown>
      </Popover>
      {first && (
        <UnstyledButton
          className={classes.chipClear}
          onClick={() => onChange([])}
          aria-label={t('ui.list.clear_filter', { label })}
        >
          <IconX size={15} stroke={2} />
        </UnstyledButton>
      )}
    </span>
  );
}
