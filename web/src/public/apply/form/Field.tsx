import type { ReactNode } from 'react';
import { usePage } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';

/** Common props of the form's questions: name, label, optional hint and error. */
export type Asked = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  sensitive?: boolean;
  /** A draft came back without this answer, which is never saved. */
  unsaved?: boolean;
  problem?: string | undefined;
};

/** The id of a control by its name; links of the error summary lead there. */
export const idOf = (name: string) => `f-${name}`;

/** Attributes that tie a control to its hint and its mistake. */
export function describedBy({ name, hint, sensitive, unsaved, problem }: Asked) {
  const ids = [hint && 'hint', sensitive && 'sensitive', unsaved && 'unsaved', problem && 'error'].filter(
    Boolean,
  );
  return {
    'aria-describedby': ids.map((part) => `${idOf(name)}-${part}`).join(' ') || undefined,
    'aria-invalid': problem ? (true as const) : undefined,
  };
}

/** Label, hint, error and control, in that order. */
export function Field({ asked, children }: { asked: Asked; children: ReactNode }) {
  return (
    <div className="field" data-bad={asked.problem ? true : undefined}>
      <label className="label" htmlFor={idOf(asked.name)}>
        {asked.label}
        <OptionalMark asked={asked} />
      </label>
      <Remarks asked={asked} />
      {children}
    </div>
  );
}

/** Field around several controls that answer one question. */
export function FieldGroup({ asked, children }: { asked: Asked; children: ReactNode }) {
  return (
    <fieldset className="field" data-bad={asked.problem ? true : undefined} {...describedBy(asked)}>
      <legend className="label">
        {asked.label}
        <OptionalMark asked={asked} />
      </legend>
      <Remarks asked={asked} />
      {children}
    </fieldset>
  );
}

/** Marks optional questions; required ones, the norm, have no mark. */
export function OptionalMark({ asked: { required } }: { asked: Asked }) {
  const { t } = usePage();
  return required ? null : <span className="opt"> {t('apply.optional')}</span>;
}

/** Hint, remarks about sensitive answers, and the mistake. */
export function Remarks({ asked: { name, hint, sensitive, unsaved, problem } }: { asked: Asked }) {
  const { t } = usePage();
  const id = idOf(name);
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {sensitive && (
        <p className="hint secret" id={`${id}-sensitive`}>
          <Icon name="lock" />
          {t('apply.sensitive')}
        </p>
      )}
      {unsaved && (
        <p className="warn" id={`${id}-unsaved`}>
          {t('draft.unsaved')}
        </p>
      )}
      {problem && <Mistake id={`${id}-error`} text={problem} />}
    </>
  );
}

function Mistake({ id, text }: { id: string; text: string }) {
  return (
    <p className="err" id={id}>
      <Icon name="alert-circle" />
      {text}
    </p>
  );
}
