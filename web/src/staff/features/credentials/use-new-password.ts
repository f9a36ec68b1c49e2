import { passwordProblems } from '@vpisnik/contract/rules/passwords';
import { useState } from 'react';
import type { MessageKey } from '../../../lib/text/i18n.ts';

type Problems = { password?: MessageKey; repeated?: MessageKey };

/** A new password typed twice: checked when the form is sent, then live. */
export type NewPassword = {
  password: string;
  repeated: string;
  problems: Problems;
  setPassword(text: string): void;
  setRepeated(text: string): void;
  /** Starts showing the problems, and returns them. */
  check(): Problems;
  clear(): void;
};

/** The state of the two fields of a new password. */
export function useNewPassword(): NewPassword {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setChecked] = useState(false);
  const problems: Problems = {
    ...(passwordProblems(password).length > 0 && { password: 'errors.fields.password_weak' }),
    ...(repeated !== password && { repeated: 'errors.fields.password_mismatch' }),
  };
  return {
    password,
    repeated,
    problems: isChecked ? problems : {},
    setPassword,
    setRepeated,
    check: () => {
      setChecked(true);
      return problems;
    },
    clear: () => {
      setPassword('');
      setRepeated('');
      setChecked(false);
    },
  };
}
