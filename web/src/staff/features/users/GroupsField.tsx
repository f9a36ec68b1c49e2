import { MultiSelect, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@vpisnik/contract/users';
import { useApi } from '../../../lib/api.ts';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { allGroupsQuery } from '../participants/queries.ts';
import { useGroupNames } from './use-group-names.ts';
import classes from './users.module.css';
import { isLimitable, type UserValues } from './values.ts';

/** A user's groups in scope: all, or chosen ones and those they lead. An administrator is never limited. */
export function GroupsField({ form, user }: { form: FieldsOf<UserValues>; user: User | null }) {
  const { t, locale } = useI18n();
  const nameOf = useGroupNames();
  const groups = useQuery(allGroupsQuery(useApi(), locale)).data ?? [];
  const { values, change, problems } = form;
  const { role, all_groups_allowed: isAll, authorized_groups: chosen } = values;
  if (!isLimitable(role)) {
    return <p className={classes.hint}>{t('modules.user.hints.unlimited')}</p>;
  }
  const options = [
    ...groups.map(({ id }) => id),
    ...chosen.filter((id) => !groups.some((one) => one.id === id)),
  ];
  const led = user?.led_groups ?? [];
  return (
    <div className={classes.scope}>
      <Radio.Group
        id={controlId('all_groups_allowed')}
        label={t('modules.user.fields.all_groups_allowed')}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => change({ all_groups_allowed: value === 'all' })}
      >
        <div className={classes.choices}>
          <Radio value="all" label={t('modules.user.all_groups')} />
          <Radio value="some" label={t('modules.user.some_groups')} />
        </div>
      </Radio.Group>
      {!isAll && (
        <MultiSelect
          id={controlId('authorized_groups')}
          label={t('modules.user.fields.authorized_groups')}
          description={
            led.length > 0 ? t('modules.user.hints.led', { groups: led.map(nameOf).join(', ') }) : undefined
          }
          placeholder={chosen.length === 0 ? t('modules.user.hints.choose_groups') : ''}
          data={options.map((id) => ({ value: id, label: nameOf(id) }))}
          value={chosen}
          onChange={(ids) => change({ authorized_groups: ids })}
          error={errorAt(problems, 'authorized_groups', t)}
          searchable
          hidePickedOptions
          nothingFoundMessage={t('modules.user.hints.no_group')}
        />
      )}
    </div>
  );
}
