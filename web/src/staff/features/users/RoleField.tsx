import { Radio } from '@mantine/core';
import { memberRoles, type User } from '@vpisnik/contract/users';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { useObstacle } from './queries.ts';
import classes from './users.module.css';
import type { UserValues } from './values.ts';

/** The role, each explained in words. One's own and the last administrator's can't be changed, and why is said. */
export function RoleField({ form, user }: { form: FieldsOf<UserValues>; user: User | null }) {
  const { t } = useI18n();
  const obstacle = useObstacle(user?.id ?? '');
  const { values, change, problems } = form;
  return (
    <Radio.Group
      id={controlId('role')}
      label={t('modules.user.fields.role')}
      description={obstacle && t(`modules.user.obstacle.role_${obstacle}`)}
      value={values.role}
      onChange={(value) => {
        const role = memberRoles.find((one) => one === value);
        if (role) change({ role });
      }}
      error={errorAt(problems, 'role', t)}
    >
      <div className={classes.roles}>
        {memberRoles.map((role) => (
          <Radio
            key={role}
            value={role}
            label={t(`layout.roles.${role}`)}
            description={t(`modules.user.role_words.${role}`)}
            disabled={obstacle !== undefined && role !== values.role}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
