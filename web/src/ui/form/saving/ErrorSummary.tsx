import { type Ref, useImperativeHandle, useRef } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './ErrorSummary.module.css';

export type SummaryError = {
  /** Id of the control that it is about. */
  id: string;
  /** The words at the field, with language and field first where it helps: `Angleščina: ime skupine`. */
  message: string;
  /** Makes the control visible first, for instance switches the language tab. */
  reveal?: () => void;
};

type ErrorSummaryProps = {
  errors: readonly SummaryError[];
  /** Replaces the count: `Obrazec ima napake: preverite vse jezike.` */
  title?: string;
  /** `focus()` after a failed submit. */
  ref?: Ref<{ focus: () => void }>;
};

/** Lists a form's errors on top of it; each line jumps to its field. Focus it after a failed submit. */
export function ErrorSummary({ errors, title, ref }: ErrorSummaryProps) {
  const { t } = useI18n();
  const box = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), []);
  const jump = ({ id, reveal }: SummaryError) => {
    reveal?.();
    // The control may appear only with the next render.
    requestAnimationFrame(() => {
      const control = document.getElementById(id);
      control?.focus();
      control?.scrollIntoView({ block: 'center' });
    });
  };
  return (
    <section
      ref={box}
      className={classes.summary}
      tabIndex={-1}
      aria-labelledby="error-summary"
      hidden={errors.length === 0}
    >
      <h2 id="error-summary">{title ?? t('ui.error_summary.title', { count: errors.length })}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.id} ${error.message}`}>
            <a
              href={`#${error.id}`}
              onClick={(event) => {
                event.preventDefault();
                jump(error);
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
