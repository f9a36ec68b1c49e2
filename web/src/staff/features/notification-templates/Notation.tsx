import { IconPlus } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './templates.module.css';
import { placeholderExample, placeholderName } from './words.ts';

type NotationToolsProps = {
  placeholders: readonly string[];
  /** Those that long texts alone may mention. */
  textPlaceholders: readonly string[];
  /** The text that a placeholder goes into: the one that was edited last. */
  field: string;
  /** Whether that is a long text. */
  isLong: boolean;
  onInsert: (placeholder: string) => void;
};

/** Placeholders to put into a text, and what its notation knows. */
export function NotationTools({
  placeholders,
  textPlaceholders,
  field,
  isLong,
  onInsert,
}: NotationToolsProps) {
  const { t } = useI18n();
  return (
    <div className={classes.tools}>
      <fieldset className={classes.chips}>
        <legend>{t('modules.notification_template.insert', { field })}</legend>
        {[...placeholders, ...textPlaceholders].map((name) => (
          <button
            key={name}
            type="button"
            className={classes.chip}
            disabled={!isLong && textPlaceholders.includes(name)}
            onClick={() => onInsert(name)}
          >
            <IconPlus size={14} stroke={2} aria-hidden />
            {placeholderName(name, t)}
          </button>
        ))}
      </fieldset>
      <details className={classes.help}>
        <summary>{t('modules.notification_template.examples')}</summary>
        <dl>
          {[...placeholders, ...textPlaceholders].map((name) => (
            <div key={name}>
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd>{placeholderExample(name, t)}</dd>
            </div>
          ))}
        </dl>
        {textPlaceholders.length > 0 && <p>{t('modules.notification_template.left_out')}</p>}
      </details>
      <details className={classes.help}>
        <summary>{t('modules.notification_template.notation.title')}</summary>
        <dl>
          <div>
            <dt>
              <code>{t('modules.notification_template.notation.bold_example')}</code>
            </dt>
            <dd>{t('modules.notification_template.notation.bold')}</dd>
          </div>
          <div>
            <dt>
              <code>{t('modules.notification_template.notation.list_example')}</code>
            </dt>
            <dd>{t('modules.notification_template.notation.list')}</dd>
          </div>
          <div>
            <dt>
              <code>{t('modules.notification_template.notation.link_example')}</code>
            </dt>
            <dd>{t('modules.notification_template.notation.link')}</dd>
          </div>
        </dl>
        <p>{t('modules.notification_template.notation.paragraph')}</p>
      </details>
    </div>
  );
}

/**
 * Puts a placeholder where the cursor of a text's control stands, and the cursor behind it.
 *
 * @param id the id of the control
 */
export function insertPlaceholder(
  id: string,
  { text, name, change }: { text: string; name: string; change: (text: string) => void },
): void {
  const field = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null;
  const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
  const written = `{{${name}}}`;
  change(text.slice(0, from) + written + text.slice(to));
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + written.length, from + written.length);
  });
}
