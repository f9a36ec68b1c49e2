import { Button, Group } from '@mantine/core';
import { useI18n } from '../../../lib/i18n.ts';
import classes from './conflict.module.css';
import type { SaveConflict } from './use-save.ts';

type ConflictNoticeProps = { conflict: SaveConflict; onMine: () => void; onTheirs: () => void };

/** Says what somebody else saved meanwhile, and lets choose which of the two holds. */
export function ConflictNotice({ conflict: { current, fields }, onMine, onTheirs }: ConflictNoticeProps) {
  const { t } = useI18n();
  const textOf = (field: SaveConflict['fields'][number]) => {
    if (field === 'answers') return current.answers.map(({ name, text }) => `${name}: ${text}`).join('; ');
    if (field === 'language') return t(`layout.languages.${current.language}`);
    return String(current[field] ?? '') || t('modules.participant.conflict.empty');
  };
  return (
    <div className={classes.notice} role="alert">
      <p>{t('modules.participant.conflict.text')}</p>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt>{t(`modules.participant.fields.${field}`)}</dt>
            <dd>{textOf(field)}</dd>
          </div>
        ))}
      </dl>
      <Group gap={8}>
        <Button size="compact-sm" onClick={onMine}>
          {t('modules.participant.conflict.mine')}
        </Button>
        <Button size="compact-sm" onClick={onTheirs}>
          {t('modules.participant.conflict.theirs')}
        </Button>
      </Group>
    </div>
  );
}
