import type { FixedField as FixedName } from '@vpisnik/contract/rules/application-form';
import type { ReactNode } from 'react';
import { usePage } from '../../page.tsx';
import { type Asked, describedBy, Field, idOf } from './Field.tsx';

type Control = ReturnType<typeof describedBy> & {
  id: string;
  name: string;
  className: string;
  required: boolean;
};

type Props = {
  name: FixedName;
  hint?: string;
  required?: boolean;
  problem: string | undefined;
  children: (control: Control) => ReactNode;
};

/** A question that every form asks, before and after the group's own. */
export function FixedField({ name, hint, required = false, problem, children }: Props) {
  const { t } = usePage();
  const asked: Asked = { name, label: t(`apply.${name}`), hint, required, problem };
  return (
    <Field asked={asked}>
      {children({ id: idOf(name), name, className: 'input', required, ...describedBy(asked) })}
    </Field>
  );
}
