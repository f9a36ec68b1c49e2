import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** `HH:MM` of what people type: `17:30`, `9.30`, `1730`, `17`; null when it is no time. */
export function parseTime(text: string): string | null {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

type TimeFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'className'> & {
  className?: string | undefined;
  value: string;
  /** `HH:MM`, or the text itself while it is none. */
  onChange: (time: string) => void;
};

/** A time of day typed as people write it; the browser's own control would show it by the system's habits. */
export function TimeField({ value, onChange, className = '', ...props }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...props}
      className={`num ${className}`}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(parseTime(text) ?? text);
      }}
      // typing replaces the whole time, which is quicker than correcting one digit
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setTyped(null)}
    />
  );
}
