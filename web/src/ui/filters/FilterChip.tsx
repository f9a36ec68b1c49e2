import { Chip } from './Chip.tsx';
import { LaterOptions } from './later-options.ts';
import type { FilterOption } from './OptionList.tsx';

type FilterChipProps = {
  label: string;
  options: readonly FilterOption[];
  /** The chosen values, as in the URL; empty: not set. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Several values may be chosen. */
  multiple?: boolean;
};

/** A filter of a list that is chosen from options. */
export function FilterChip({ label, options, value, onChange, multiple = false }: FilterChipProps) {
  const chosen = options.filter((option) => value.includes(option.value));
  return (
    <Chip label={label} chosen={chosen.map((one) => one.label)} onClear={() => onChange([])}>
      {(close) => (
        <LaterOptions
          label={label}
          options={options}
          value={value}
          onChange={onChange}
          multiple={multiple}
          onDone={close}
        />
      )}
    </Chip>
  );
}
