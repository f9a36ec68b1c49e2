import type { Language } from '@vpisnik/contract/rules/texts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import classes from './templates.module.css';
import type { OwnText } from './values.ts';
import { fieldName } from './words.ts';

type RestoreTextsProps = {
  /** What would be lost, and what would stand in its place. */
  texts: readonly OwnText[];
  /** They are all that the template says in its own words. */
  all?: boolean;
  opened: boolean;
  onRestore: (texts: readonly OwnText[]) => void;
  onClose: () => void;
};

/** Shows own and original words before the original ones come back. */
export function RestoreTexts({ texts, all = false, opened, onRestore, onClose }: RestoreTextsProps) {
  const { t } = useI18n();
  const [first] = texts;
  const restore = () => {
    onRestore(texts);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t(
        all
          ? 'modules.notification_template.restore.all.title'
          : 'modules.notification_template.restore.title',
      )}
      confirm={t(
        all
          ? 'modules.notification_template.restore.all.open'
          : 'modules.notification_template.restore.confirm',
      )}
      cancel={t('modules.notification_template.restore.keep')}
      onConfirm={restore}
      onCancel={onClose}
    >
      {all ? (
        <>
          <p>{t('modules.notification_template.restore.all.text')}</p>
          <Lost texts={texts} />
        </>
      ) : (
        first && (
          <>
            <p>
              {t('modules.notification_template.restore.text', {
                field: fieldName(first.path, t),
                language: t(`layout.languages.${first.language}`),
              })}
            </p>
            <Compared text={first} />
          </>
        )
      )}
    </ConfirmDialog>
  );
}

/** All texts that are lost, by language. */
function Lost({ texts }: { texts: readonly OwnText[] }) {
  const { t } = useI18n();
  const label = t('modules.notification_template.restore.all.lost');
  const languages = [...new Set(texts.map(({ language }) => language))];
  const of = (language: Language) => texts.filter((one) => one.language === language);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.lost} aria-label={label} tabIndex={0}>
      {languages.map((language) => (
        <div key={language}>
          <h3>
            {t(`layout.languages.${language}`)}
            <span className={classes.small}>
              {t('modules.notification_template.restore.all.count', { count: of(language).length })}
            </span>
          </h3>
          {of(language).map((text) => (
            <div key={text.path}>
              <h4>{fieldName(text.path, t)}</h4>
              <Compared text={text} />
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}

function Compared({ text: { language, mine, original } }: { text: OwnText }) {
  const { t } = useI18n();
  return (
    <dl className={classes.compared}>
      <div>
        <dt>{t('modules.notification_template.own_words')}</dt>
        <dd lang={language}>{mine}</dd>
      </div>
      <div>
        <dt>{t('modules.notification_template.original')}</dt>
        <dd lang={language}>{original || '–'}</dd>
      </div>
    </dl>
  );
}
