import { type ReactNode, useId } from 'react';
import classes from './FormSection.module.css';

type FormSectionProps = { title: string /** One sentence. */; description?: ReactNode; children: ReactNode };

/** A part of a form: title and one sentence at the left, fields at the right; a line between sections. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {description && <p>{description}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

type FieldPairProps = {
  /** Keeps the inputs level where only one has an error or a label of two lines; nothing may stand below an input then. */
  level?: boolean;
  children: ReactNode;
};

/** Two fields side by side, one below the other on a phone. */
export function FieldPair({ level, children }: FieldPairProps) {
  return (
    <div className={classes.pair} data-level={level}>
      {children}
    </div>
  );
}
