import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Message.module.css';

/** Result of the last action, or the reason of its failure. Screen readers announce a failure at once. */
export function Message({ kind, children }: { kind: 'notice' | 'failure'; children: ReactNode }) {
  const Icon = kind === 'failure' ? IconAlertCircle : IconInfoCircle;
  // the region mounts before its text, or some screen readers stay silent
  return (
    <div role={kind === 'failure' ? 'alert' : 'status'} hidden={!children}>
      {children && (
        <div className={classes[kind]}>
          <Icon size={18} stroke={1.75} aria-hidden />
          <span>{children}</span>
        </div>
      )}
    </div>
  );
}
