import { daily } from './en/daily.ts';
import { seldom } from './en/seldom.ts';

/** The staff app's messages in English. */
export const en = { ...daily, modules: { ...daily.modules, ...seldom } };
