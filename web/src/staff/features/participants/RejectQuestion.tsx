import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { limits } from '@vpisnik/contract/rules/limits';
import { reasonLabels } from '@vpisnik/contract/rules/mails';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Optional } from '../../../ui/form/Optional.tsx';
import classes from './dialog.module.css';
import { groupQuery } from './queries.ts';
import { silence } from './silence.ts';

export type RejectQuestionProps = {
  opened: boolean;
  participant: Pick<ParticipantSummary, 'id' | 'name' | 'email' | 'language' | 'group_id'> | null;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
};

/** Reasons that were typed, by participant: closed or taken back, the dialog begins with them again. */
type Drafts = Map<string, string>;

/** Rejects an application with a reason that its mail will give, shown as the mail will say it. */
export function RejectQuestion({ opened, participant, ...rest }: RejectQuestionProps) {
  const drafts = useRef<Drafts>(new Map());
  const given = useRef('');
  // While it closes, the dialog still says what it said.
  const last = useRef(participant);
  if (participant) last.current = participant;
  const shown = participant ?? last.current;
  if (!shown) return null;
  return (
    <Question
      key={shown.id}
      {...rest}
      opened={opened}
      participant={shown}
      drafts={drafts.current}
      before={given.current}
      onConfirm={(reason) => {
        if (reason) given.current = reason;
        rest.onConfirm(reason);
      }}
    />
  );
}

type QuestionProps = Omit<RejectQuestionProps, 'participant'> & {
  participant: NonNullable<RejectQuestionProps['participant']>;
  drafts: Drafts;
  /** The reason of the rejection before this one; empty without one. */
  before: string;
};

function Question({ opened, participant, drafts, before, busy, onConfirm, onCancel }: QuestionProps) {
  const { t } = useI18n();
  const group = useQuery(groupQuery(useApi(), participant.group_id)).data;
  const [reason, setReason] = useState(drafts.get(participant.id) ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const why = silence(participant, group);
  const told = why ? '' : reason.trim();
  const change = (to: string) => {
    drafts.set(participant.id, to);
    setReason(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    if (!busy) onConfirm(told);
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('modules.participant.reject.title', { name: participant.name })}
      confirm={t('modules.participant.move.rejected')}
      busy={busy}
      onConfirm={() => onConfirm(told)}
      onCancel={onCancel}
    >
      <Textarea
        ref={field}
        data-autofocus
        label={
          <>
            {t('modules.participant.reject.reason')}
            <Optional />
          </>
        }
        description={
          why
            ? t(why)
            : t('modules.participant.reject.hint', {
                language: t(`modules.participant.in_language.${participant.language}`),
              })
        }
        // not disabled: the dialog would open with the focus outside, where no key reaches it
        readOnly={why !== null}
        maxLength={limits.shortText}
        value={reason}
        onKeyDown={onKeyDown}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {before && !reason && !why && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.before ?? ''}
          onClick={() => {
            change(before);
            field.current?.focus();
          }}
        >
          {t('modules.participant.reject.same')}
        </Button>
      )}
      {told && (
        <p className={classes.told}>
          <span>{t('modules.participant.reject.shown')}</span>
          <q lang={participant.language}>
            {reasonLabels[participant.language]}: {told}
          </q>
        </p>
      )}
    </ConfirmDialog>
  );
}
