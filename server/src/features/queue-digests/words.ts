import type { Language } from '@vpisnik/contract/rules/texts';

/** What numbers of a digest are called in its subject. */
export const countWords: Record<
  Language,
  Record<'free' | 'waiting' | 'offered' | 'passed', (count: number) => string>
> = {
  sl: {
    free: (count) => `prosto ${count}`,
    waiting: (count) => `čaka ${count}`,
    offered: (count) => `ponujeno ${count}`,
    passed: (count) => `brez odgovora ${count}`,
  },
  en: {
    free: (count) => `${count} free`,
    waiting: (count) => `${count} waiting`,
    offered: (count) => `${count} offered`,
    passed: (count) => `${count} unanswered`,
  },
};
