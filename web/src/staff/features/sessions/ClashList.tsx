import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './clash-list.module.css';

/** With whom something clashes, in words, a line each; nothing where there is nobody. */
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
