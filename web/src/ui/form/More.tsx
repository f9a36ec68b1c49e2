import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './More.module.css';

type MoreProps = {
  /** Something in it is wrong, which has to be seen. */
  failed: boolean;
  children: ReactNode;
};

/** Fields that are right by themselves for nearly everybody, folded until somebody wants them. */
export function More({ failed, children }: MoreProps) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.more}
      open={isOpen || failed}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('ui.more')}</summary>
      <div>{children}</div>
    </details>
  );
}
