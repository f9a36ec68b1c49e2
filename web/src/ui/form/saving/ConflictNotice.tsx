import { Button, Group } from '@mantine/core';
import type { EntityForm } from '../../../lib/form/entity-form.ts';
import type { Conflict } from '../../../lib/form/merge.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { handFocusUp } from '../../focus-return.ts';
import { waiting } from '../../notice/waiting.ts';
import classes from './ConflictNotice.module.css';

type ConflictNoticeProps<Row> = {
  /** The form that asks: another user saved some of its fields meanwhile. */
  form: Pick<EntityForm<object, Row>, 'conflicts' | 'saving' | 'keepMine' | 'takeTheirs'>;
  /** A conflicting field with both values in words; an empty value is shown as "empty". */
  describe: (conflict: Conflict) => { name: string; mine: string; theirs: string };
  /** Awaits the save that keeps one's own values, as any other save of the form. */
  finish: (saving: Promise<Row | undefined>) => unknown;
};

/** Lists the fields that another user saved meanwhile and offers both values; renders nothing without conflicts. */
export function ConflictNotice<Row>({ form, describe, finish }: ConflictNoticeProps<Row>) {
  const { t } = useI18n();
  const { conflicts, saving } = form;
  if (conflicts.length === 0) return null;
  return (
    <div className={classes.notice} role="alert">
      <p>{t('ui.conflict.text')}</p>
      <dl>
        {conflicts.map(describe).map(({ name, mine, theirs }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span>{t('ui.conflict.mine')}</span> <span>{mine || t('ui.conflict.empty')}</span>
            </dd>
            <dd>
              <span>{t('ui.conflict.theirs')}</span> <span>{theirs || t('ui.conflict.empty')}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Group gap={8}>
        <Button ref={handFocusUp} {...waiting(saving, () => finish(form.keepMine()))}>
          {t('ui.conflict.keep_mine')}
        </Button>
        <Button ref={handFocusUp} {...waiting(saving, form.takeTheirs)}>
          {t('ui.conflict.take_theirs')}
        </Button>
      </Group>
    </div>
  );
}
