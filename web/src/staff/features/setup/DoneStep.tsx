import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './setup.module.css';

const pages = { location: '/locations', category: '/categories', group: '/groups' } as const;

type DoneStepProps = { step: keyof typeof pages; name: string; onNext: () => void };

/** A finished step: the row's name, a button to the next step, and a link to the screen that adds more. */
export function DoneStep({ step, name, onNext }: DoneStepProps) {
  const { t } = useI18n();
  return (
    <div className={classes.form}>
      <p>{t(`modules.setup.${step}.there`, { name })}</p>
      <Group gap={8}>
        <Button variant="filled" onClick={onNext}>
          {t('modules.setup.next')}
        </Button>
        <Button component={Link} to={pages[step]}>
          {t(`modules.setup.${step}.more`)}
        </Button>
      </Group>
    </div>
  );
}
