import type { ActivityAction } from '@vpisnik/contract/activity';
import { activityWordsEn } from '@vpisnik/contract/rules/activity-words-en';
import { activityWordsSl } from '@vpisnik/contract/rules/activity-words-sl';
import type { Language } from '@vpisnik/contract/rules/texts';

type Words = { columns: [time: string, who: string, what: string, about: string, details: string] } & {
  actions: Record<ActivityAction, string>;
};

/** The words of the exported trail; its actions are called as on the screen. */
export const activityWords: Record<Language, Words> = {
  sl: {
    columns: ['Čas', 'Kdo', 'Kaj', 'O kom', 'Podrobnosti'],
    actions: activityWordsSl,
  },
  en: {
    columns: ['Time', 'Who', 'What', 'About whom', 'Details'],
    actions: activityWordsEn,
  },
};
