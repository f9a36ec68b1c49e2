import { Button, Group, Modal } from '@mantine/core';
import type { Passkey } from '@vpisnik/contract/second-factor';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../ui/dialog/own-escape.ts';
import { FocusReturn } from '../../../ui/dialog/use-focus-return.ts';
import { notify } from '../../../ui/notice/notify.ts';
import { AddApp } from './AddApp.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { useRefreshFactors } from './queries.ts';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { RenamePasskey } from './RenamePasskey.tsx';
import classes from './second-factor.module.css';

/** A change of the user's second factors. */
export type FactorAct =
  | { kind: 'add_app' | 'add_passkey' | 'renew_codes' | 'remove_app' }
  | { kind: 'rename_passkey' | 'remove_passkey'; passkey: Passkey };

const done: Record<FactorAct['kind'], MessageKey> = {
  add_app: 'modules.second_factor.done.add_app',
  add_passkey: 'modules.second_factor.done.add_passkey',
  renew_codes: 'modules.second_factor.done.renew_codes',
  remove_app: 'modules.second_factor.done.remove_app',
  rename_passkey: 'modules.second_factor.done.rename_passkey',
  remove_passkey: 'modules.second_factor.done.remove_passkey',
};

type FactorDialogProps = { act: FactorAct | null; onClose: () => void };

/** Dialog for a change of the user's factors, from the password to new recovery codes. */
export function FactorDialog({ act, onClose }: FactorDialogProps) {
  const { t } = useI18n();
  const { user } = useSession();
  const refresh = useRefreshFactors();
  // the words stay while the dialog goes
  const [last, setLast] = useState<FactorAct>({ kind: 'add_app' });
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (act && act !== last) {
    setLast(act);
    setCodes([]);
  }
  const { kind } = last;
  const hasCodes = codes.length > 0;
  const name = 'passkey' in last ? last.passkey.name : '';

  async function finish(recoveryCodes: readonly string[] = []) {
    setCodes(recoveryCodes);
    notify({ message: done[kind] });
    // before the dialog goes: it gives the focus back to its button only if that stays
    await refresh();
    if (recoveryCodes.length === 0) onClose();
  }

  return (
    <Modal
      opened={act !== null}
      onClose={onClose}
      title={t(
        hasCodes ? 'modules.sign_in.second_factor.recovery_title' : `modules.second_factor.${kind}.title`,
        {
          name,
        },
      )}
      withCloseButton={false}
      // codes that were not kept are gone
      closeOnClickOutside={false}
      closeOnEscape={false}
      {...(!hasCodes && { onKeyDown: closeOnOwnEscape(onClose) })}
    >
      <FocusReturn />
      {hasCodes ? (
        <div className={classes.form}>
          <p>{t('modules.second_factor.codes.text')}</p>
          <RecoveryCodeList codes={codes} account={user?.email ?? ''} />
          <Group className={classes.actions} justify="flex-end">
            <Button variant="filled" onClick={onClose}>
              {t('modules.second_factor.codes.kept')}
            </Button>
          </Group>
        </div>
      ) : (
        <Body act={last} onDone={finish} onCancel={onClose} />
      )}
    </Modal>
  );
}

type BodyProps = {
  act: FactorAct;
  onDone: (recoveryCodes?: readonly string[]) => Promise<void>;
  onCancel: () => void;
};

function Body({ act, onDone, onCancel }: BodyProps) {
  const { t } = useI18n();
  const api = useApi();
  if (act.kind === 'add_app') return <AddApp onDone={onDone} onCancel={onCancel} />;
  if (act.kind === 'add_passkey') return <AddPasskey onDone={onDone} onCancel={onCancel} />;
  if (act.kind === 'rename_passkey')
    return <RenamePasskey passkey={act.passkey} onDone={onDone} onCancel={onCancel} />;

  const work = async (current_password: string) => {
    const body = { current_password };
    if (act.kind === 'renew_codes')
      return onDone((await api.second_factor.renewRecoveryCodes({ body })).recovery_codes);
    if (act.kind === 'remove_passkey')
      await api.second_factor.removePasskey({ params: { id: act.passkey.id }, body });
    else await api.second_factor.remove({ body });
    return onDone();
  };
  return (
    <PasswordForm
      submit={t(`modules.second_factor.${act.kind}.submit`)}
      danger={act.kind !== 'renew_codes'}
      fallback="modules.second_factor.failed"
      onSubmit={work}
      onCancel={onCancel}
    >
      <p>{t(`modules.second_factor.${act.kind}.text`)}</p>
    </PasswordForm>
  );
}
