import { useQuery } from '@tanstack/react-query';
import {
  type ActivityAction,
  type ActivityObject,
  actionsAbout,
  activityObjects,
} from '@vpisnik/contract/activity';
import { useApi } from '../../../lib/api.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { DateInput } from '../../../ui/date/DateInput.tsx';
import { FilterChip } from '../../../ui/filters/FilterChip.tsx';
import { ListToolbar } from '../../../ui/filters/ListToolbar.tsx';
import type { AddressChange } from '../../routing/use-address.ts';
import classes from './activity.module.css';
import type { ActivitySearch } from './address.ts';

type ActivityToolbarProps = {
  filters: ActivitySearch;
  onChange: (change: AddressChange<ActivitySearch>) => void;
};

/** Filters of the log: user, what it is about, action, and days. */
export function ActivityToolbar({ filters, onChange }: ActivityToolbarProps) {
  const { t } = useI18n();
  const { user_id, about = [], action = [], from, to } = filters;
  const actions = actionsAbout(about.length > 0 ? about : activityObjects);
  const changeAbout = (objects: ActivityObject[]) => {
    // an event of other things would find nothing
    const kept = action.filter((one) => objects.length === 0 || actionsAbout(objects).includes(one));
    onChange({
      about: objects.length > 0 ? objects : undefined,
      action: kept.length > 0 ? kept : undefined,
    });
  };
  return (
    <ListToolbar
      filters={
        <div className={classes.filters}>
          <PersonFilter value={user_id} onChange={(id) => onChange({ user_id: id })} />
          <FilterChip
            label={t('modules.activity.about')}
            options={activityObjects.map((one) => ({
              value: one,
              label: t(`modules.activity.objects.${one}`),
            }))}
            value={about}
            onChange={(value) => changeAbout(value as ActivityObject[])}
            multiple
          />
          <FilterChip
            label={t('modules.activity.column_action')}
            options={actions.map((one) => ({
              value: one,
              label: t(`modules.activity.actions.${one}`),
            }))}
            value={action}
            onChange={(value) =>
              onChange({ action: value.length > 0 ? (value as ActivityAction[]) : undefined })
            }
            multiple
          />
          <div className={classes.days}>
            <DateInput
              label={t('modules.activity.from')}
              value={from ?? null}
              max={to}
              onChange={(day) => onChange({ from: day ?? undefined })}
            />
            <DateInput
              label={t('modules.activity.to')}
              value={to ?? null}
              min={from}
              onChange={(day) => onChange({ to: day ?? undefined })}
            />
          </div>
        </div>
      }
    />
  );
}

type PersonFilterProps = { value: string | undefined; onChange: (id: string | undefined) => void };

function PersonFilter({ value, onChange }: PersonFilterProps) {
  const { t } = useI18n();
  const api = useApi();
  const people = useQuery(wholeQuery(api.users.list, {})).data?.results ?? [];
  const options = people.map(({ id, name }) => ({ value: id, label: name }));
  // the log keeps entries of deleted accounts
  if (value && !people.some(({ id }) => id === value))
    options.push({ value, label: t('modules.activity.unknown_person') });
  return (
    <FilterChip
      label={t('modules.activity.column_actor')}
      options={options}
      value={value ? [value] : []}
      onChange={([id]) => onChange(id)}
    />
  );
}
