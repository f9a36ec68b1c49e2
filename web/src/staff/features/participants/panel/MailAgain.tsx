import { Button, TextInput } from '@mantine/core';
import { type MailRecord, type Participant, participants } from '@vpisnik/contract/participants';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { isRepeatable } from '@vpisnik/contract/rules/mails';
import { type FormEvent, useState } from 'react';
import { problemsOfBody, refusedFields } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { errorAt } from '../../../../ui/form/form-words.ts';
import { UnsavedGuard } from '../../../../ui/form/saving/UnsavedGuard.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { openParticipant } from '../list/list-place.ts';
import { useSendAgain } from '../queries.ts';
import classes from './panel.module.css';

type MailAgainProps = { mail: MailRecord; participant: Participant };

/** Sends a mail once more; one that failed also to a corrected address. Renders nothing for mails that can't be repeated. */
export function MailAgain({ mail, participant }: MailAgainProps) {
  const { t } = useI18n();
  const send = useSendAgain();
  const mayDecide = useMay('participants.decide');
  const mayCorrect = useMay('participants.manage') && mail.state === 'failed';
  const [corrects, setCorrects] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  const { email, version, mails } = participant;
  const isRepeated = mails.some(({ again_of }) => again_of === mail.id);
  if (!mayDecide || isRepeated || !isRepeatable(mail, participant) || (email === null && !mayCorrect))
    return null;

  const run = async (body: { email?: string; version?: number }) => {
    if (busy) return;
    setBusy(true);
    try {
      const sent = await send(participant.id, mail.id, body);
      notify({
        message: 'modules.participant_mails.sent_again',
        values: { email: sent.email ?? '' },
        act: 'errors.participant.mail',
      });
      setCorrects(false);
    } catch (error) {
      const refused = refusedFields(error);
      setProblems(refused);
      if (refused.length === 0) notifyFailure(error, t, 'errors.participant.mail');
    }
    setBusy(false);
  };
  if (corrects)
    return (
      <AddressForm
        email={email ?? ''}
        busy={busy}
        refused={problems}
        problemsOf={(corrected) =>
          problemsOfBody(participants.sendMailAgain.body, { email: corrected, version })
        }
        onSend={(corrected) => run({ email: corrected, version })}
        onCancel={() => setCorrects(false)}
      />
    );
  return (
    <div className={classes.again_acts}>
      {email !== null && (
        <Button size="compact-sm" {...waiting(busy, () => run({}))}>
          {t('modules.participant_mails.send_again')}
        </Button>
      )}
      {mayCorrect && (
        <Button size="compact-sm" onClick={() => setCorrects(true)}>
          {t('modules.participant_mails.correct')}
        </Button>
      )}
    </div>
  );
}

type AddressFormProps = {
  email: string;
  busy: boolean;
  /** What the server found wrong with it. */
  refused: readonly FieldError[];
  /** What is wrong with an address before it is sent. */
  problemsOf: (email: string) => readonly FieldError[];
  onSend: (email: string) => void;
  onCancel: () => void;
};

function AddressForm({ email: before, busy, refused, problemsOf, onSend, onCancel }: AddressFormProps) {
  const { t } = useI18n();
  const [email, setEmail] = useState(before);
  const [isSent, setSent] = useState(false);
  const wrong = problemsOf(email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (wrong.length === 0) onSend(email);
  };
  return (
    <form className={classes.address} noValidate onSubmit={submit}>
      <TextInput
        autoFocus
        type="email"
        autoComplete="off"
        label={t('modules.participant_mails.address')}
        value={email}
        error={isSent && errorAt(wrong.length > 0 ? wrong : refused, 'email', t)}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className={classes.again_acts}>
        <Button size="compact-sm" type="submit" variant="filled" {...waiting(busy)}>
          {t('modules.participant_mails.correct_send')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          {t('ui.save_bar.discard')}
        </Button>
      </div>
      <UnsavedGuard dirty={email !== before} subject={openParticipant} />
    </form>
  );
}
