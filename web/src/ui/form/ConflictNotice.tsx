import { Button, Group } from '@mantine/core';
import { useI18n } from '../../lib/text/i18n.ts';
import { waiting } from '../notice/waiting.ts';
import classes from './ConflictNotice.module.css';

type ConflictNoticeProps = {
  /** Conflicting fields with both values in words; an empty value is shown as "empty". */
  fields: readonly { name: string; mine: string; theirs: string }[];
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
};

/** Lists the fields that another user saved meanwhile and offers both values; renders nothing without conflicts. */
export function ConflictNotice({ fields, busy, onMine, onTheirs }: ConflictNoticeProps) {
  const { t } = useI18n();
  if (fields.length === 0) return null;
  return (
    <div className={classes.notice} role="alert">
      <p>{t('ui.conflict.text')}</p>
      <dl>
        {fields.map(({ name, mine, theirs }) => (
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
        <Button {...waiting(busy, onMine)}>{t('ui.conflict.keep_mine')}</Button>
        <Button {...waiting(busy, onTheirs)}>{t('ui.conflict.take_theirs')}</Button>
      </Group>
    </div>
  );
}
