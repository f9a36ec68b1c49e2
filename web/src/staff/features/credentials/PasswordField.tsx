import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';

/** A password with a button that shows it, which the keyboard reaches too. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useI18n();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'modules.sign_in.hide_password' : 'modules.sign_in.show_password'),
        'aria-pressed': undefined,
        tabIndex: 0,
      }}
      {...props}
    />
  );
}
