import { useQueryClient } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { notify } from '../../../../ui/notice/notify.ts';
import { rememberOffered, rereadOffers } from './queries.ts';

/** The text that says that an act about an offer failed. */
export const offerFailed: MessageKey = 'modules.offer.failed';

/** Runs an act about one person's offer; a refusal fetches anew what has changed meanwhile. */
export function useOfferAct({ id, name }: Pick<Participant, 'id' | 'name'>) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** @returns why it failed; undefined once it is done */
  const run = async (work: () => Promise<Participant>, done: MessageKey): Promise<string | undefined> => {
    setBusy(true);
    setFailure(undefined);
    try {
      rememberOffered(queryClient, api, await work());
      notify({ message: done, values: { name }, act: offerFailed });
      return undefined;
    } catch (error) {
      rereadOffers(queryClient, api, id, error);
      const why = errorText(error, t, offerFailed);
      setFailure(why);
      return why;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run };
}
