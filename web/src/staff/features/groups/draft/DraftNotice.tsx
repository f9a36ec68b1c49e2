import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import classes from '../editor/editor.module.css';

/** Time of the restored draft, and whether another user has saved the same fields since. */
export type Restored = { when: string; conflicted: boolean };

/** Notice about restored unsaved changes, with a button that discards them. */
export function DraftNotice({ restored, onDiscard }: { restored: Restored; onDiscard: () => void }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState(false);
  if (seen) return null;
  const discard = () => {
    setSeen(true);
    onDiscard();
  };
  return (
    <div className={classes.restored} role="status">
      <IconHistory size={18} stroke={1.75} aria-hidden />
      <p>
        {t('modules.group_tools.draft.restored', {
          when: formatInstant(restored.when, { locale, timeZone }),
        })}
        {restored.conflicted && ` ${t('modules.group_tools.draft.conflicted')}`}
      </p>
      <div>
        <Button onClick={() => setSeen(true)}>{t('modules.group_tools.draft.keep')}</Button>
        <Button variant="subtle" onClick={discard}>
          {t('modules.group_tools.draft.discard')}
        </Button>
      </div>
    </div>
  );
}
