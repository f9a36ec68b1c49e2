import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './More.module.css';

type MoreProps = {
  /** Default "Več možnosti". */
  title?: string;
  /** Opens it, so that the error in it is seen. */
  failed: boolean;
  children: ReactNode;
};

/** Folds fields that are filled in by themselves and rarely changed. */
export function More({ title, failed, children }: MoreProps) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.more}
      open={isOpen || failed}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title ?? t('ui.more')}</summary>
      <div>{children}</div>
    </details>
  );
}
