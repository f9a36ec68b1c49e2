import { channel } from 'node:diagnostics_channel';
import type { Doing } from '../doing.ts';

/** A try to send a mail of an organisation that has ended. */
export type Tried = {
  organizationId: string;
  /** `settled`: there was nothing to send any more, or it can't be sent; `failed`: the reason is in the log. */
  end: 'sent' | 'settled' | 'delayed' | 'failed';
  /** In milliseconds of the epoch. */
  began: number;
  ms: number;
  doing: Doing | undefined;
};

/** Tries to send mails, for those who watch. */
export const tries = channel('vpisnik.tries');
