import { daily } from './en/daily.ts';
import { seldom, seldomErrors } from './en/seldom.ts';

/** The staff app's messages in English. */
export const en = {
  ...daily,
  errors: { ...daily.errors, ...seldomErrors },
  modules: { ...daily.modules, ...seldom },
};
