import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/rules/texts';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './families.module.css';
import { foundQuery } from './queries.ts';

type JoinSearchProps = {
  /** Who is in the family already. */
  taken: readonly string[];
  busy: boolean;
  onJoin: (ids: string[]) => void;
  onCancel: () => void;
};

/** Finds a participant who is to be in the family, whatever their address is. */
export function JoinSearch({ taken, busy, onJoin, onCancel }: JoinSearchProps) {
  const { t, locale } = useI18n();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [settled] = useDebouncedValue(typed.trim(), 200);
  const sought = chosen?.label === settled ? '' : settled;
  const found = useQuery({ ...foundQuery(useApi(), sought), placeholderData: keepPreviousData });
  const options = (sought.length > 1 ? (found.data?.results ?? []) : [])
    .filter(({ id }) => !taken.includes(id))
    .map(({ id, name, group_name }) => ({
      value: id,
      label: `${name}, ${bestText(group_name, locale).text}`,
    }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !busy) onJoin([chosen.value]);
  };
  return (
    <form className={classes.search} onSubmit={submit}>
      <Select
        autoFocus
        searchable
        label={t('modules.family.add_search')}
        data={chosen && !options.some(({ value }) => value === chosen.value) ? [chosen, ...options] : options}
        // the server has found them, by what the label doesn't show as well
        filter={({ options: all }) => all}
        value={chosen?.value ?? null}
        onChange={(_, option) => setChosen(option ? { value: option.value, label: option.label } : null)}
        onSearchChange={setTyped}
        nothingFoundMessage={
          found.isFetching && sought
            ? t('layout.pending')
            : t(settled.length > 1 ? 'modules.family.add_nobody' : 'modules.family.add_type')
        }
        withScrollArea={false}
        styles={{ options: { maxHeight: 280, overflowY: 'auto' } }}
      />
      <div className={classes.acts}>
        <Button size="compact-sm" type="submit" variant="filled" disabled={!chosen} {...waiting(busy)}>
          {t('modules.family.add')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          {t('modules.family.add_cancel')}
        </Button>
      </div>
    </form>
  );
}
