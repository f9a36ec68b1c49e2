import { type Ref, useId } from 'react';
import { usePage } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { idOf } from './Field.tsx';
import type { FormProblem } from './problems.ts';

/** Every mistake with a link to its control, above the form. */
export function ErrorSummary({ ref, problems }: { ref: Ref<HTMLDivElement>; problems: FormProblem[] }) {
  const { t } = usePage();
  const id = useId();
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={ref} aria-labelledby={id}>
      <h2 id={id}>
        <Icon name="alert-circle" />
        {t('errors.title', { count: problems.length })}
      </h2>
      <ul>
        {problems.map(({ name, text }) => (
          <li key={name}>
            <a
              href={`#${idOf(name)}`}
              onClick={(event) => {
                const control = document.getElementById(idOf(name));
                if (!control) return;
                event.preventDefault();
                control.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
