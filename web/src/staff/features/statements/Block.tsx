import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './statements.module.css';

/** Lines that are shown at first. */
const FIRST = 10;

type BlockProps<Row> = {
  id: string;
  icon?: ReactNode;
  title: string;
  text?: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
  foot?: ReactNode;
};

/** One kind of transfers under a heading with their number; long ones show the rest when asked. */
export function Block<Row>({ id, icon, title, text, rows, children, foot }: BlockProps<Row>) {
  const { t } = useI18n();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  const hidden = rows.length - shown.length;
  return (
    <section className={classes.block} aria-labelledby={id}>
      <header>
        {icon}
        <h2 id={id} tabIndex={-1}>
          {title} {rows.length}
        </h2>
        {text && <p className={classes.said}>{text}</p>}
      </header>
      <ul>{shown.map(children)}</ul>
      {hidden > 0 && (
        <div className={classes.foot}>
          <Button variant="subtle" onClick={() => setIsWhole(true)}>
            {t('modules.statement.more', { count: hidden })}
          </Button>
        </div>
      )}
      {foot}
    </section>
  );
}
