import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './choosing.module.css';
import { stepsOf } from './steps.ts';
import type { Choice } from './use-choice.ts';
import { countOf } from './wire.ts';

type WholeNoteProps = {
  choice: Choice;
  isFiltered: boolean;
  /** The texts that name the rows. */
  words: 'bulk' | 'payment_acts';
};

/** Says that the page is chosen and offers all that match, or the other way round. */
export function WholeNote({ choice, isFiltered, words }: WholeNoteProps) {
  const { t } = useI18n();
  const { chosen, shown } = choice;
  const { isPage, total, onAll, onShown } = stepsOf(choice);
  if (chosen.kind === 'some')
    return (
      isPage &&
      onAll && (
        <div className={classes.whole}>
          <b>{t(`modules.${words}.whole.shown`, { count: shown.length })}</b>
          <button type="button" onClick={onAll}>
            {t(`modules.${words}.whole.choose_all`, { count: total })}
          </button>
        </div>
      )
    );
  const count = countOf(chosen);
  return (
    <div className={classes.whole}>
      <b>
        {count < chosen.total
          ? t('modules.bulk.whole.part', { chosen: count, all: chosen.total })
          : t(`modules.${words}.whole.${isFiltered ? 'matching' : 'all'}`, { count })}
      </b>
      <button type="button" onClick={onShown}>
        {t('modules.bulk.whole.only_shown', { count: shown.length })}
      </button>
    </div>
  );
}
