import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import type { Step } from './address.ts';
import classes from './setup.module.css';

type StepCardProps = {
  step: Step;
  number: number;
  done: boolean;
  open: boolean;
  headingRef?: Ref<HTMLHeadingElement>;
  onOpen: () => void;
  /** Shown while the step is open. */
  children: ReactNode;
};

/** A step of the guide: its number or a check, what it is for, and its form while it is open. */
export function StepCard({ step, number, done, open, headingRef, onOpen, children }: StepCardProps) {
  const { t } = useI18n();
  const title = t(`modules.setup.${step}.title`);
  return (
    <li className={classes.step} data-open={open || undefined} {...(open && { 'aria-current': 'step' })}>
      <div className={classes.head}>
        <span className={classes.mark} data-done={done || undefined} aria-hidden>
          {done ? <IconCheck size={16} stroke={2.5} /> : number}
        </span>
        <h2 ref={headingRef} tabIndex={-1}>
          {open ? (
            title
          ) : (
            <UnstyledButton className={classes.opener} onClick={onOpen}>
              {title}
            </UnstyledButton>
          )}
          {done && <span className="vh">, {t('modules.setup.done')}</span>}
        </h2>
        {done && !open && (
          <span className={classes.state} aria-hidden>
            {t('modules.setup.done')}
          </span>
        )}
      </div>
      {open && (
        <div className={classes.content}>
          <p className={classes.text}>{t(`modules.setup.${step}.text`)}</p>
          {children}
        </div>
      )}
    </li>
  );
}
