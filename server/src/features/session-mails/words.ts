import type { Language } from '@vpisnik/contract/rules/texts';

/** What stands around dates in mails about them, and what their calendar file is called. */
export const dateWords: Record<Language, { before: string; file: string }> = {
  sl: { before: 'prej', file: 'termini.ics' },
  en: { before: 'was', file: 'sessions.ics' },
};
