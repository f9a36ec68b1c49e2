import { useI18n } from '../../lib/text/i18n.ts';
import classes from './Optional.module.css';

/** After the label of a field that may stay empty; required is the norm and says nothing. */
export function Optional() {
  const { t } = useI18n();
  return <span className={classes.optional}> {t('ui.optional')}</span>;
}
