import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarTime, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import type { Message, MessageAudience } from '@vpisnik/contract/messages';
import { formatMeeting, inZone } from '@vpisnik/contract/rules/format';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { Tip } from '../../../../ui/Tip.tsx';
import { FloatingBar } from '../../../../ui/table/FloatingBar.tsx';
import { audienceQuery, useRememberMessage } from '../queries.ts';
import { type MessageValues, previewBodyOf } from '../values.ts';
import classes from './compose.module.css';
import { SendDialog } from './SendDialog.tsx';

type SendBarProps = {
  row: Message;
  values: MessageValues;
  audience: MessageAudience | undefined;
  isCounting: boolean;
  shown: readonly Language[];
  /** A time is to be chosen, and is none yet. */
  isTimeless: boolean;
  /** Whether it may be sent to so many; else says what it lacks. */
  check: (mails: number | undefined) => boolean;
  isDirty: () => boolean;
  /** The draft is being stored, which leaving a field begins: what is pressed then waits for it. */
  isSaving: boolean;
  save: () => Promise<Message | undefined>;
  /** Takes in a newer state of the draft. */
  onChanged: (row: Message) => void;
};

/** The mails about to be sent, a test, and the way to send them. */
export function SendBar(props: SendBarProps) {
  const { row, values, audience, isCounting, shown, isTimeless, check, isDirty, isSaving, save, onChanged } =
    props;
  const { t, locale } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const remember = useRememberMessage();
  const timeZone = useTimeZone();
  const [busy, setBusy] = useState<'test' | 'ask' | 'send' | null>(null);
  const [asked, setAsked] = useState<{ row: Message; audience: MessageAudience; isNews: boolean } | null>(
    null,
  );
  const [isWanted, want] = useState(false);
  const isPlanned = isTimeless || values.send_at !== null;
  const act = t(isPlanned ? 'modules.message.plan' : 'modules.message.send');
  const at = values.send_at === null ? null : inZone(values.send_at, timeZone);
  const when = at
    ? formatMeeting({ date: at.day, start_time: at.time }, locale)
    : t('modules.message.at_once');

  const test = async () => {
    setBusy('test');
    try {
      const body = { ...previewBodyOf(values), recipient: 0 };
      const { to_address } = await api.message_previews.test({ params: { id: row.id }, body });
      notify({
        message: 'modules.message.tested',
        values: { email: to_address },
        act: 'modules.message.failed.test',
      });
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.test');
    } finally {
      setBusy(null);
    }
  };
  /** As it is stored now, and who gets it then. */
  const count = (stored: Message) => queryClient.fetchQuery(audienceQuery(api, stored));
  const ask = useEffectEvent(async () => {
    if (!check(isCounting ? undefined : audience?.mails)) return;
    setBusy('ask');
    try {
      const stored = isDirty() ? await save() : row;
      if (!stored) return;
      const now = await count(stored);
      if (check(now.mails)) setAsked({ row: stored, audience: now, isNews: false });
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.send');
    } finally {
      setBusy(null);
    }
  });
  useEffect(() => {
    if (!isWanted || isSaving) return;
    want(false);
    void ask();
  }, [isWanted, isSaving]);
  const send = async () => {
    if (!asked) return;
    setBusy('send');
    try {
      const sent = await api.messages.send({
        params: { id: row.id },
        body: { version: asked.row.version, expected_mails: asked.audience.mails },
      });
      setAsked(null);
      notify({
        message: sent.state === 'planned' ? 'modules.message.planned' : 'modules.message.started',
        act: 'modules.message.failed.send',
      });
      remember(sent);
    } catch (error) {
      if (!(await isAnswered(error))) {
        setAsked(null);
        notifyFailure(error, t, 'modules.message.failed.send');
      }
    } finally {
      setBusy(null);
    }
  };
  /** Asks anew where it goes to others by now; where it says something else by now, shows that first. */
  const isAnswered = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError) || !asked) return false;
    if (error.code === 'edit_conflict' && error.problem?.current) onChanged(error.problem.current as Message);
    if (error.code !== 'selection_changed') return false;
    try {
      const now = await count(asked.row);
      if (now.mails === 0) return false;
      setAsked({ ...asked, audience: now, isNews: true });
      return true;
    } catch {
      return false;
    }
  };
  return (
    <div className={classes.bar}>
      <FloatingBar label={t('modules.message.bar')}>
        <b>{audience && t('modules.message.mails', { count: audience.mails })}</b>
        <span className={classes.barWhen} data-wide>
          {!isTimeless && when}
        </span>
        <span className={classes.push} />
        <Button
          data-wide
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
          {...waiting(busy === 'test', () => void test())}
        >
          {t('modules.message.test')}
        </Button>
        <Tip label={t('modules.message.test')}>
          <ActionIcon
            className={classes.narrow ?? ''}
            size={44}
            aria-label={t('modules.message.test')}
            {...waiting(busy === 'test', () => void test())}
          >
            <IconSend size={20} stroke={1.75} />
          </ActionIcon>
        </Tip>
        <Button
          data-on
          {...(isPlanned && { leftSection: <IconCalendarTime size={18} stroke={1.75} aria-hidden /> })}
          {...waiting(isWanted || busy === 'ask', () => want(true))}
        >
          {act}
        </Button>
      </FloatingBar>
      <SendDialog
        opened={asked !== null}
        values={values}
        audience={asked?.audience}
        hasChanged={asked?.isNews ?? false}
        {...{ shown, when, isPlanned, act }}
        busy={busy === 'send'}
        onConfirm={() => void send()}
        onCancel={() => setAsked(null)}
      />
    </div>
  );
}
