import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { PasswordField } from './PasswordField.tsx';
import { PasswordRule } from './PasswordRule.tsx';
import type { NewPassword } from './use-new-password.ts';

type NewPasswordFieldsProps = {
  form: NewPassword;
  /** Ids of the two controls, for links to them. */
  ids?: { password: string; repeated: string };
  label?: MessageKey;
  repeatLabel?: MessageKey;
};

/** Ids of the fields of a new password. */
export const newPasswordIds = { password: 'new-password', repeated: 'repeat-password' };

/** Fields for a new password and its repetition, with a checklist of its rules. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const {
    form,
    ids = newPasswordIds,
    label = 'modules.sign_in.new_password',
    repeatLabel = 'modules.sign_in.repeat_password',
  } = props;
  const { t } = useI18n();
  const rule = `${ids.password}-rule`;
  return (
    <>
      <div>
        <PasswordField
          id={ids.password}
          name="new_password"
          label={t(label)}
          autoComplete="new-password"
          aria-describedby={rule}
          value={form.password}
          onChange={(event) => form.setPassword(event.currentTarget.value)}
          error={form.problems.password && t(form.problems.password)}
        />
        <PasswordRule id={rule} password={form.password} />
      </div>
      <PasswordField
        id={ids.repeated}
        name="repeat_password"
        label={t(repeatLabel)}
        autoComplete="new-password"
        value={form.repeated}
        onChange={(event) => form.setRepeated(event.currentTarget.value)}
        error={form.problems.repeated && t(form.problems.repeated)}
      />
    </>
  );
}
