import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { allGroupsQuery } from '../queries.ts';

type GroupSelectProps = {
  id: string;
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** A group that may not be chosen, for instance the present one. */
  except?: string;
  error?: string | undefined;
};

/** Chooses one of the groups in scope by name; each says how many places it has left. */
export function GroupSelect({ except, onChange, ...field }: GroupSelectProps) {
  const { t, locale } = useI18n();
  const groups = useQuery(allGroupsQuery(useApi())).data ?? [];
  const options = groups
    .filter(({ id }) => id !== except)
    .map(({ id, name, taken, places }) => ({
      value: id,
      label: bestText(name, locale).text,
      places:
        places === null
          ? t('modules.participant.group.taken_unlimited', { count: taken })
          : t('modules.participant.group.taken', { taken, count: places }),
    }));
  return (
    <Select
      {...field}
      data={options}
      onChange={onChange}
      searchable
      // The list itself scrolls, which assistive technology knows of a list box.
      withScrollArea={false}
      styles={{ options: { maxHeight: 240, overflowY: 'auto' } }}
      nothingFoundMessage={t('modules.participant.add.no_group')}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <small style={{ display: 'block', color: 'var(--ink-2)' }}>
            {options.find(({ value }) => value === option.value)?.places}
          </small>
        </span>
      )}
    />
  );
}
