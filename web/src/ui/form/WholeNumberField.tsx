import { TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { parseWholeNumber, type WholeNumber } from '../../lib/form/whole-number.ts';
import { useI18n } from '../../lib/text/i18n.ts';

type WholeNumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'type'> & {
  value: WholeNumber;
  onChange: (value: WholeNumber) => void;
  /** Called when the field is left, for a form that shows its error elsewhere. */
  onBlur?: ComponentProps<'input'>['onBlur'];
};

/** A field for a whole number. Other text stays as typed and shows an error once the field is left. */
export function WholeNumberField({ value, onChange, onBlur, error, ...props }: WholeNumberFieldProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const isUnclear = typed === null && typeof value === 'string';
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      className="num"
      value={typed ?? value ?? ''}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(parseWholeNumber(text));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      error={error || (isUnclear && t('errors.general.integer'))}
    />
  );
}
