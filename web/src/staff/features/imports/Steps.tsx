import { IconCheck } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './imports.module.css';

const steps = ['file', 'columns', 'preview'] as const;

/** Progress through the three steps. */
export function Steps({ current }: { current: number }) {
  const { t } = useI18n();
  return (
    <StepList
      label={t('modules.import.steps.label')}
      names={steps.map((step) => t(`modules.import.steps.${step}`))}
      current={current}
    />
  );
}

/** Progress through steps by their names; the first one is number 1. */
export function StepList({ label, names, current }: { label: string; names: string[]; current: number }) {
  const { t } = useI18n();
  return (
    <ol className={classes.steps} aria-label={label}>
      {names.map((name, at) => {
        const done = at + 1 < current;
        return (
          <li key={name} aria-current={at + 1 === current ? 'step' : undefined} data-done={done || undefined}>
            <span className={classes.number} aria-hidden="true">
              {done ? <IconCheck size={14} stroke={2.5} /> : at + 1}
            </span>
            {name}
            {done && <span className="vh">{t('modules.import.steps.done')}</span>}
          </li>
        );
      })}
    </ol>
  );
}
