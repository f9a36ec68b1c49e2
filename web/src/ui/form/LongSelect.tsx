import { type ComboboxItem, Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

type LongSelectProps = Omit<SelectProps, 'data' | 'value' | 'onFocus'> & {
  data: readonly ComboboxItem[];
  value: string | null;
};

/** A choice among hundreds, of which a closed list has only the chosen one; Mantine would keep all of them in the page. */
export function LongSelect({ data, value, ...props }: LongSelectProps) {
  const [isReached, setReached] = useState(false);
  return (
    <Select
      {...props}
      searchable
      value={value}
      data={isReached ? data : data.filter((one) => one.value === value)}
      onFocus={() => setReached(true)}
    />
  );
}
