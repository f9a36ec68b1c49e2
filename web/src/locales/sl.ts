import { daily } from './sl/daily.ts';
import { seldom } from './sl/seldom.ts';

/** The staff app's messages in Slovenian; they define the keys that every other language must have. */
export const sl = { ...daily, modules: { ...daily.modules, ...seldom } };
