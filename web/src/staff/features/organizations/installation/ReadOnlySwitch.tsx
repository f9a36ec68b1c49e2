import { Button } from '@mantine/core';
import type { Installation } from '@vpisnik/contract/installation';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './installation.module.css';
import { switchReadOnly, useRememberInstallation } from './queries.ts';

/** Whether changes are refused, and the switch; it is asked about on the way in, never on the way out. */
export function ReadOnlySwitch({ installation }: { installation: Installation }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const api = useApi();
  const remember = useRememberInstallation();
  const [asking, ask] = useState(false);
  const [busy, setBusy] = useState(false);
  const { read_only, changed_by, updated_at } = installation;
  const change = async (on: boolean) => {
    setBusy(true);
    const act = 'modules.installation.read_only.failed';
    try {
      remember(await switchReadOnly(api, on, installation));
      notify({ message: `modules.installation.read_only.${on ? 'now_on' : 'now_off'}` as const, act });
    } catch (error) {
      notifyFailure(error, t, act);
    } finally {
      setBusy(false);
      ask(false);
    }
  };
  return (
    <div className={classes.fields}>
      <p className={classes.state} data-on={read_only || undefined}>
        {t(`modules.installation.read_only.${read_only ? 'is_on' : 'is_off'}`)}
      </p>
      <div>
        {read_only ? (
          <Button variant="filled" {...waiting(busy, () => void change(false))}>
            {t('modules.installation.read_only.switch_off')}
          </Button>
        ) : (
          <Button {...waiting(busy, () => ask(true))}>{t('modules.installation.read_only.switch_on')}</Button>
        )}
      </div>
      {changed_by !== null && updated_at !== null && (
        <p className={classes.hint}>
          {t('modules.installation.changed', {
            who: changed_by,
            when: formatInstant(updated_at, { locale, timeZone }),
          })}
        </p>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('modules.installation.read_only.question')}
        confirm={t('modules.installation.read_only.switch_on')}
        busy={busy}
        onConfirm={() => void change(true)}
        onCancel={() => ask(false)}
      >
        <ul className={classes.list}>
          {(['staff', 'visitors', 'work', 'begun'] as const).map((what) => (
            <li key={what}>{t(`modules.installation.read_only.means.${what}`)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  );
}
