import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './choosing.module.css';
import type { Chosen } from './chosen.ts';
import { countOf } from './wire.ts';

type WholeNoteProps = {
  chosen: Chosen;
  /** Rows on the screen. */
  shown: number;
  /** All that match. */
  total: number;
  isFiltered: boolean;
  onAll: (() => void) | undefined;
  onShown: () => void;
};

/** Says that the page is chosen and offers all that match, or the other way round. */
export function WholeNote({ chosen, shown, total, isFiltered, onAll, onShown }: WholeNoteProps) {
  const { t } = useI18n();
  if (chosen.kind === 'some')
    return (
      <div className={classes.whole}>
        <b>{t('modules.bulk.whole.shown', { count: shown })}</b>
        {onAll && (
          <button type="button" onClick={onAll}>
            {t('modules.bulk.whole.choose_all', { count: total })}
          </button>
        )}
      </div>
    );
  const count = countOf(chosen);
  return (
    <div className={classes.whole}>
      <b>
        {count < chosen.total
          ? t('modules.bulk.whole.part', { chosen: count, all: chosen.total })
          : t(isFiltered ? 'modules.bulk.whole.matching' : 'modules.bulk.whole.all', { count })}
      </b>
      <button type="button" onClick={onShown}>
        {t('modules.bulk.whole.only_shown', { count: shown })}
      </button>
    </div>
  );
}
