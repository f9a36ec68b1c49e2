import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';

type BannerProps = {
  children: ReactNode;
  /** One link or button that helps. */
  link?: ReactNode;
  /** `offline` is red; everything else is a state worth knowing. */
  kind?: 'notice' | 'offline';
  /** Only shows how it looks: nobody is told. */
  quiet?: boolean;
};

/** A strip above the page that stays while something is true of everything below (acting for, offline). */
export function Banner({ children, link, kind = 'notice', quiet = false }: BannerProps) {
  const Icon = kind === 'offline' ? IconWifiOff : IconAlertTriangle;
  return (
    <div className={classes.banner} data-kind={kind} role={quiet ? undefined : 'status'}>
      <Icon size={18} stroke={2} aria-hidden />
      <span>{children}</span>
      {link}
    </div>
  );
}
