import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { Participant } from '@vpisnik/contract/participants';
import { formatDateTime, formatInstant } from '@vpisnik/contract/rules/format';
import type { ParticipantMerge, SamePerson } from '@vpisnik/contract/same-person';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { addressOf } from '../list/list-place.ts';
import { Status } from '../Status.tsx';
import { rememberSamePerson, samePersonQuery } from './queries.ts';
import classes from './same.module.css';
import { useTellingApart } from './use-telling-apart.ts';
import { useUndoMerge } from './use-undo-merge.ts';

const act = 'errors.participant.merge';

/** Applications that may be, or are, the same person's, and merges that can be undone; nothing when there are none. */
export function SamePersonSection({ participant: { id } }: { participant: Pick<Participant, 'id'> }) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const mayMerge = useMay('participants.merge');
  const { data } = useQuery({ ...samePersonQuery(api, id), enabled: mayMerge });
  const tellApart = useTellingApart(id);
  const [busy, setBusy] = useState(false);
  if (!data || data.proposals.length + data.linked.length + data.merges.length === 0) return null;
  const change = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifyFailure(error, t, act);
    } finally {
      setBusy(false);
    }
  };
  const unlink = async () => {
    rememberSamePerson(queryClient, api, id, await api.same_person.unlink({ params: { id } }));
    notify({ message: 'modules.same_person.unlinked', act });
  };
  return (
    <section>
      <h3>{t('modules.same_person.heading')}</h3>
      {data.proposals.map((other) => (
        <div key={other.id} className={classes.maybe}>
          <p>
            <b>{t('modules.same_person.maybe', { name: other.name })}</b> (
            {other.alike.map((one) => t(`modules.same_person.alike.${one}`)).join(', ')})
          </p>
          <Facts application={other} />
          <div className={classes.acts}>
            <Button
              size="compact-sm"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/participants/$participant_id/same/$other_id"
                  params={{ participant_id: id, other_id: other.id }}
                />
              )}
            >
              {t('modules.same_person.compare')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              {...waiting(busy, () => void change(() => tellApart(other.id, other.name)))}
            >
              {t('modules.same_person.different')}
            </Button>
          </div>
        </div>
      ))}
      {data.linked.length > 0 && (
        <div className={classes.linked}>
          <p>{t('modules.same_person.linked')}</p>
          {data.linked.map((other) => (
            <div key={other.id}>
              <Link {...addressOf(null, other.id)}>{other.name}</Link>
              <Facts application={other} />
            </div>
          ))}
          <div className={classes.acts}>
            <Button size="compact-sm" {...waiting(busy, () => void change(unlink))}>
              {t('modules.same_person.unlink')}
            </Button>
          </div>
        </div>
      )}
      {data.merges.map((merge) => (
        <Merge key={merge.id} merge={merge} />
      ))}
    </section>
  );
}

function Facts({ application }: { application: SamePerson['linked'][number] }) {
  const { locale } = useI18n();
  const timeZone = useTimeZone();
  const group = bestText(application.group_name, locale);
  return (
    <p className={classes.facts}>
      <span lang={group.language}>{group.text}</span>
      <span className="num">{formatInstant(application.application_date, { locale, timeZone })}</span>
      <Status application={application} />
    </p>
  );
}

function Merge({ merge: { id, name, reference, undo_until } }: { merge: ParticipantMerge }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const undo = useUndoMerge();
  const [state, setState] = useState<'rest' | 'busy' | 'asks'>('rest');
  const run = async (allowOverbooking: boolean) => {
    setState('busy');
    const answer = await undo(id, allowOverbooking);
    setState(answer === 'full' ? 'asks' : 'rest');
  };
  return (
    <div className={classes.linked}>
      <p>
        {t('modules.same_person.merged', { name, reference })}{' '}
        {t('modules.same_person.undo_until', { when: formatDateTime(undo_until, { locale, timeZone }) })}
      </p>
      <div className={classes.acts}>
        <Button size="compact-sm" {...waiting(state === 'busy', () => void run(false))}>
          {t('modules.same_person.undo')}
        </Button>
      </div>
      <ConfirmDialog
        opened={state === 'asks'}
        title={t('modules.same_person.full_title')}
        confirm={t('modules.same_person.full_confirm')}
        onConfirm={() => void run(true)}
        onCancel={() => setState('rest')}
      >
        {t('modules.same_person.full_text', { name })}
      </ConfirmDialog>
    </div>
  );
}
