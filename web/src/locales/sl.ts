import { daily } from './sl/daily.ts';
import { seldom, seldomErrors } from './sl/seldom.ts';

/** The staff app's messages in Slovenian; they define the keys that every other language must have. */
export const sl = {
  ...daily,
  errors: { ...daily.errors, ...seldomErrors },
  modules: { ...daily.modules, ...seldom },
};
