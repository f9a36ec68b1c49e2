import type { ComponentType, ReactNode, Ref } from 'react';
import classes from './StatusPill.module.css';

/** The five tints; what they mean is the caller's icon and word. */
export type Tint = 'pending' | 'approved' | 'waitlisted' | 'rejected' | 'inactive';

type StatusPillProps = {
  tint: Tint;
  /** A Tabler icon: colour only repeats what icon and word say. */
  icon: ComponentType<{ size?: number; stroke?: number; className?: string; 'aria-hidden'?: boolean }>;
  children: ReactNode;
  /** A second state in the same row: icon and word without the tint. */
  plain?: boolean;
  /** Makes it a button, for instance the target of a menu with the allowed moves. */
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
};

/** A status as tint, icon and word. */
export function StatusPill({ tint, icon: Icon, children, plain, onClick, ref, ...rest }: StatusPillProps) {
  const content = (
    <>
      <Icon size={14} stroke={2.25} aria-hidden className={classes.icon ?? ''} />
      {children}
    </>
  );
  const look = { className: classes.pill, 'data-tint': tint, 'data-plain': plain || undefined };
  if (!onClick) return <span {...look}>{content}</span>;
  return (
    <button type="button" {...rest} {...look} onClick={onClick} ref={ref}>
      {content}
    </button>
  );
}
