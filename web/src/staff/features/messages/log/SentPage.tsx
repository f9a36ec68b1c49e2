import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCalendarTime,
  IconCheck,
  IconCopy,
  IconPencil,
  IconSend,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Message } from '@vpisnik/contract/messages';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { StatusPill, type Tint } from '../../../../ui/marks/StatusPill.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { FileList } from '../FileList.tsx';
import { type DeliveryPart, isOnItsWay, useRememberMessage } from '../queries.ts';
import { useBack } from '../use-back.ts';
import { useCopyMessage } from '../use-copy-message.ts';
import { titleOf, valuesOf } from '../values.ts';
import { isLeftHalfway, otherSender, stopText } from '../words.ts';
import classes from './log.module.css';
import { Recipients } from './Recipients.tsx';
import { Totals } from './Totals.tsx';
import { Words } from './Words.tsx';

type Icon = ComponentProps<typeof StatusPill>['icon'];

const looks: Record<Message['state'], { tint: Tint; icon: Icon }> = {
  draft: { tint: 'inactive', icon: IconPencil },
  planned: { tint: 'waitlisted', icon: IconCalendarTime },
  sending: { tint: 'pending', icon: IconSend },
  sent: { tint: 'approved', icon: IconCheck },
  stopped: { tint: 'rejected', icon: IconAlertTriangle },
  cancelled: { tint: 'inactive', icon: IconBan },
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** A message that has left, leaves or is planned: what becomes of it, to whom it goes, and what it says. */
export function SentPage({ message }: { message: Message }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { label, ...back } = useBack(message);
  const copy = useCopyMessage();
  const stop = useStop(message);
  const [part, choose] = useState<DeliveryPart>();
  const [asks, ask] = useState<'edit' | 'cancel' | 'stop' | null>(null);
  const { id, state, sent_at, send_at, author, kind, counts, texts } = message;
  const at = state === 'planned' ? send_at : (sent_at ?? send_at);
  const title = titleOf(valuesOf(message), locale) || t('modules.message.no_subject');
  // all its mails may be written, and it may have stopped, while some have not left
  const waits = isOnItsWay(message);
  const shown = waits && state === 'sent' ? 'sending' : state;
  const { tint, icon: StateIcon } = looks[shown];
  const why = stopText(message, t);
  const facts = [
    { name: t('modules.message.log.author'), said: author.name },
    { name: t('modules.message.log.sender'), said: otherSender(message) },
    { name: t('modules.message.fields.kind'), said: kind && t(`modules.message.kinds.${kind}.label`) },
    { name: t('modules.message.fields.reply_to'), said: t(`modules.message.reply.${message.reply_to}`) },
  ];
  return (
    <>
      <PageHeader
        title={title}
        back={{ ...back, label }}
        state={
          <>
            <StatusPill tint={tint} icon={StateIcon}>
              {t(`modules.message.states.${shown}`)}
            </StatusPill>
            {at !== null && <span className="num">{formatDateTime(at, { locale, timeZone })}</span>}
          </>
        }
        actions={
          <>
            {state === 'planned' && (
              <>
                <Button leftSection={<IconBan {...icon} />} onClick={() => ask('cancel')}>
                  {t('modules.message.log.cancel')}
                </Button>
                <Button leftSection={<IconPencil {...icon} />} onClick={() => ask('edit')}>
                  {t('modules.message.log.edit')}
                </Button>
              </>
            )}
            {waits && (
              <Button leftSection={<IconBan {...icon} />} onClick={() => ask('stop')}>
                {t('modules.message.log.stop')}
              </Button>
            )}
            {isLeftHalfway(message) && (
              <Button
                variant="filled"
                leftSection={<IconCopy {...icon} />}
                onClick={() => void copy(id, 'unreached')}
              >
                {t('modules.message.copy_unreached')}
              </Button>
            )}
            {state !== 'planned' && (
              <Button leftSection={<IconCopy {...icon} />} onClick={() => void copy(id)}>
                {t(isLeftHalfway(message) ? 'modules.message.copy_everybody' : 'modules.message.copy')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.page}>
        {why && <p className={classes.why}>{why}</p>}
        {counts && <Totals counts={counts} isOnItsWay={waits} chosen={part} onChoose={choose} />}
        {state === 'planned' && <p className={classes.small}>{t('modules.message.log.planned')}</p>}
        <section aria-labelledby="message-recipients">
          <h2 id="message-recipients">{t('modules.message.fields.audience')}</h2>
          <Recipients message={message} part={part} />
          <p className={classes.small}>{t('modules.messages.no_tracking')}</p>
        </section>
        <section aria-labelledby="message-words">
          <h2 id="message-words">{t('modules.message.content')}</h2>
          <dl className={classes.facts}>
            {facts.map(
              ({ name, said }) =>
                said && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{said}</dd>
                  </div>
                ),
            )}
          </dl>
          <div className={classes.words}>
            {(['sl', 'en'] as const).map((language) => (
              <Words key={language} message={message} language={language} />
            ))}
            {Object.keys(texts).length === 0 && <p>{t('modules.participant_mails.words_gone')}</p>}
            {message.attachments.length > 0 && (
              <div>
                <h3>{t('modules.message.files.title')}</h3>
                <FileList files={message.attachments} />
              </div>
            )}
          </div>
        </section>
      </div>
      <ConfirmDialog
        opened={asks !== null}
        title={t(`modules.message.log.ask.${asks ?? 'stop'}.title`)}
        confirm={t(`modules.message.log.${asks ?? 'stop'}`)}
        cancel={t('modules.message.log.ask.keep')}
        danger={asks === 'cancel'}
        busy={stop.busy}
        onConfirm={async () => {
          if (asks === 'edit') await stop.edit();
          else
            await stop.run(asks === 'stop' ? 'modules.message.log.stopped' : 'modules.message.log.cancelled');
          ask(null);
        }}
        onCancel={() => ask(null)}
      >
        {t(`modules.message.log.ask.${asks ?? 'stop'}.text`)}
      </ConfirmDialog>
    </>
  );
}

/** Calls a planned message off, also to open it as a draft; or stops one that is being sent. */
function useStop({ id, send_at, group_id }: Message) {
  const { t } = useI18n();
  const { messages } = useApi();
  const remember = useRememberMessage();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const doing = async (what: () => Promise<void>) => {
    setBusy(true);
    try {
      await what();
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.cancel');
    } finally {
      setBusy(false);
    }
  };
  const cancel = async () => remember(await messages.cancel({ params: { id } }));
  const run = (done: MessageKey) =>
    doing(async () => {
      await cancel();
      notify({ message: done, act: 'modules.message.failed.cancel' });
    });
  // the draft is there before the message is called off, so that nothing is lost when either fails
  const edit = () =>
    doing(async () => {
      const draft = await messages.create({ body: { copy_of: id, send_at, group_id } });
      try {
        await cancel();
      } catch (error) {
        await messages.remove({ params: { id: draft.id } });
        throw error;
      }
      await navigate({ to: '/messages/$message_id', params: { message_id: draft.id } });
    });
  return { busy, run, edit };
}
