import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { GroupSummary } from '@vpisnik/contract/groups';
import type { Participant } from '@vpisnik/contract/participants';
import { formatAges, formatSchedule, inZone } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { allGroupsQuery } from '../queries.ts';
import { takenWords } from '../taken-words.ts';
import { suitableFor } from './suitable.ts';

type GroupSelectProps = {
  id: string;
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Puts groups suitable for this participant first and leaves out the present one. */
  participant?: Pick<Participant, 'group_id' | 'answers'> | undefined;
  error?: string | undefined;
};

/** Chooses one of the groups in scope by name; each says when it meets, for which ages, and how full it is. */
export function GroupSelect({ participant, onChange, ...field }: GroupSelectProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const groups = useQuery(allGroupsQuery(useApi(), locale)).data ?? [];
  const factsOf = (group: GroupSummary) =>
    [
      group.schedule.length > 0 && formatSchedule(group.schedule, locale),
      formatAges(group.age_from, group.age_to, locale),
      takenWords(group, t),
    ]
      .filter(Boolean)
      .join(' · ');
  const option = ({ id, name }: GroupSummary) => ({ value: id, label: bestText(name, locale).text });
  const parted = participant && suitableFor(participant, groups, inZone(new Date(), timeZone).day);
  const sections = parted && [
    { group: t('modules.participant.transfer.suitable'), items: parted.suitable.map(option) },
    { group: t('modules.participant.transfer.others'), items: parted.others.map(option) },
  ];
  return (
    <Select
      {...field}
      data={sections?.filter(({ items }) => items.length > 0) ?? groups.map(option)}
      onChange={onChange}
      searchable
      // a sheet that begins with it is not covered by its list
      openOnFocus={false}
      // The list itself scrolls, which assistive technology knows of a list box.
      withScrollArea={false}
      styles={{ options: { maxHeight: 280, overflowY: 'auto' } }}
      nothingFoundMessage={t('modules.participant.add.no_group')}
      renderOption={({ option }) => {
        const group = groups.find(({ id }) => id === option.value);
        return (
          <span>
            {option.label}
            {group && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{factsOf(group)}</small>}
          </span>
        );
      }}
    />
  );
}
