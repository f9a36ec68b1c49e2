import { ApiError } from '@vpisnik/contract/kit';
import type { Organization } from '@vpisnik/contract/organizations';
import { useState } from 'react';
import { type Api, useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';

/** Another choice of holidays, or of school breaks. */
export type Choice = Pick<Organization, 'public_holidays'> | Pick<Organization, 'school_breaks'>;

type ChoiceQuestionProps = {
  organization: Organization;
  asked: Choice;
  onClose: () => void;
  onSaved: (organization: Organization) => Promise<unknown>;
};

/** Saves the choice; after an edit conflict again over the current version, since a choice has no text to merge. */
async function saveChoice(
  api: Api,
  { id, version }: Organization,
  choice: Choice & { notify: boolean },
): Promise<Organization> {
  try {
    return await api.organizations.update({ body: { ...choice, version } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'edit_conflict') throw error;
    const current = await api.organizations.get({ params: { id } });
    return api.organizations.update({ body: { ...choice, version: current.version } });
  }
}

/** Asks before other holidays or school breaks take sessions out, and whether people are told of it. */
export function ChoiceQuestion({ organization, asked, onClose, onSaved }: ChoiceQuestionProps) {
  const { t } = useI18n();
  const api = useApi();
  const [isTold, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const saved = await saveChoice(api, organization, { ...asked, notify: isTold });
      onClose();
      notify({ message: 'modules.settings.done.saved', act: 'errors.organization.save' });
      await onSaved(saved);
    } catch (error) {
      notifyFailure(error, t, 'errors.organization.save');
    } finally {
      setBusy(false);
    }
  };
  const what = 'public_holidays' in asked ? 'holidays' : 'breaks';
  const isOff = 'public_holidays' in asked ? !asked.public_holidays : asked.school_breaks === 'none';
  const which = isOff ? 'leave_out' : 'put_in';
  const about =
    'public_holidays' in asked
      ? // a query holds words alone
        { public_holidays: asked.public_holidays ? ('true' as const) : ('false' as const) }
      : asked;
  return (
    <ConfirmDialog
      opened
      title={t(`modules.closure.choice.${what}.${which}_title`)}
      confirm={t(`modules.closure.${which}`)}
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t(`modules.closure.choice.${what}.${which}_text`)}</p>
      <NotifyPeople about={about} checked={isTold} onChange={setTold} />
    </ConfirmDialog>
  );
}
