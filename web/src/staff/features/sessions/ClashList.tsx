import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './clash-list.module.css';

/** Lists clashes, a line each; renders nothing without clashes. */
export function ClashList({ clashes }: { clashes: readonly string[] }) {
  if (clashes.length === 0) return null;
  return (
    <ul className={classes.clashes}>
      {clashes.map((clash) => (
        <li key={clash}>
          <IconAlertTriangle size={15} stroke={2} aria-hidden />
          {clash}
        </li>
      ))}
    </ul>
  );
}
