import { useI18n } from '../../lib/text/i18n.ts';
import classes from './layout.module.css';

/** The first stop of the keyboard: past the menu, to `#vsebina`. */
export function SkipLink() {
  const { t } = useI18n();
  return (
    <a className={classes.skip} href="#vsebina">
      {t('layout.default_authenticated.skip')}
    </a>
  );
}
