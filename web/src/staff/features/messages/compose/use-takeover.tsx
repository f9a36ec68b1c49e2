import { ApiError } from '@vpisnik/contract/kit';
import type { Message } from '@vpisnik/contract/messages';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';

type Refused = { planned: Message; count: number };

/** Calls again with the number of mails that its person has seen. */
export type TakeOver = <Row>(call: (shown: { expected_mails?: number }) => Promise<Row>) => Promise<Row>;

/**
 * Changes a message that another person may have planned meanwhile: asks, with the number of mails, before it becomes the caller's
 * and goes to others.
 *
 * @param onLeft gets the message as it is planned, when it is left so
 */
export function useTakeover(onLeft: (planned: Message) => void): [TakeOver, ReactNode] {
  const { t } = useI18n();
  const [asked, ask] = useState<(Refused & { answer: (isYes: boolean) => void }) | null>(null);
  const takeOver: TakeOver = async (call) => {
    let shown = {};
    for (;;)
      try {
        return await call(shown);
      } catch (error) {
        const refused = refusedOf(error);
        if (!refused) throw error;
        const isYes = await new Promise<boolean>((answer) => ask({ ...refused, answer }));
        ask(null);
        if (!isYes) {
          onLeft(refused.planned);
          throw error;
        }
        shown = { expected_mails: refused.count };
      }
  };
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={t('modules.message.takeover.title', { count: asked?.count ?? 0 })}
      confirm={t('modules.message.takeover.confirm')}
      cancel={t('modules.message.log.ask.keep')}
      onConfirm={() => asked?.answer(true)}
      onCancel={() => asked?.answer(false)}
    >
      {t('modules.message.takeover.text', { sender: asked?.planned.sender?.name ?? '' })}
    </ConfirmDialog>
  );
  return [takeOver, dialog];
}

/** The planned message that a refused change would have taken over, and how many mails it would have been. */
function refusedOf(error: unknown): Refused | null {
  if (!(error instanceof ApiError) || error.code !== 'selection_changed') return null;
  const { current, count } = error.problem ?? {};
  return current && count !== undefined ? { planned: current as Message, count } : null;
}
