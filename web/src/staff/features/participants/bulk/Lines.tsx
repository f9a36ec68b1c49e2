import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import classes from './bulk.module.css';

type LineProps = {
  count: number;
  children: ReactNode;
  /** What can be done about it. */
  act?: ReactNode;
};

/** A number and what it counts; in a list of the class `lines`. */
export function Line({ count, children, act }: LineProps) {
  const { locale } = useI18n();
  return (
    <li>
      <b>{numberFormat(formatTag[locale]).format(count)}</b>
      <span>{children}</span>
      {act && <span className={classes.acts}>{act}</span>}
    </li>
  );
}

type OpenLineProps = { count: number; children: ReactNode; more: ReactNode; show: string; hide: string };

/** The same with more behind a button. */
export function OpenLine({ count, children, more, show, hide }: OpenLineProps) {
  const { locale } = useI18n();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <b>{numberFormat(formatTag[locale]).format(count)}</b>
      <span>{children}</span>
      <button
        type="button"
        className={classes.link}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? hide : show}
      </button>
      <div id={id} hidden={!isOpen} className={classes.named}>
        {isOpen && more}
      </div>
    </li>
  );
}
