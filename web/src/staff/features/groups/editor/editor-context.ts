import type { Language } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type ChangeEvent, createContext, startTransition, use, useReducer } from 'react';
import { valueAt } from '../../../../lib/form/values.ts';
import type { WholeNumber } from '../../../../lib/form/whole-number.ts';
import { groupControlId } from './problem-text.ts';
import type { References } from './references.ts';
import type { GroupEditor } from './saving/use-group-editor.ts';
import type { FieldValue, GroupField, GroupValues, QuestionValue } from './values.ts';

export type Editor = Pick<GroupEditor, 'form'> & {
  values: GroupValues;
  /** The group as form and server last agreed on it; null before it is created. */
  group: Group | null;
  references: References;
  /** Shows at the fields why a call beside the form was refused. */
  refuse: (problems: FieldError[]) => void;
  /** The message at a control, by its path. */
  errorAt: (path: string) => string | undefined;
  /** Whether anything below a path is wrong, for instance in one language. */
  hasErrors: (matches: (path: string) => boolean) => boolean;
  /** A field above the role's rank. */
  isLocked: (field: GroupField) => boolean;
  /** The language of the texts that are shown, in all tabs. */
  language: Language;
  setLanguage: (language: Language) => void;
  /** The own question that is unfolded. */
  openField: string | null;
  setOpenField: (key: string | null) => void;
};

const EditorContext = createContext<Editor | null>(null);

/** Provides the editor's state to its tabs. */
export const EditorProvider = EditorContext.Provider;

/** The surrounding group editor. */
export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('useEditor needs an EditorProvider above it');
  return editor;
}

/** A locked field can still be read, found by keyboard and copied from. */
export const lockedProps = (locked: boolean) => ({ readOnly: locked, 'data-locked': locked || undefined });

/**
 * Props of a text input by its path, for instance `name.en`. Renders the typed text at once; the rest of the editor (the
 * preview, the list of unsaved changes) follows in a transition.
 *
 * @param also further changes that follow from the text
 */
export function useTextInput(path: string, field: GroupField, also?: (text: string) => void) {
  const { form, errorAt, isLocked } = useEditor();
  const [, showTyped] = useReducer((count: number) => count + 1, 0);
  const value = valueAt(form.latest(), path);
  return {
    id: groupControlId(path),
    value: (value as string | null | undefined) ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const text = event.currentTarget.value;
      showTyped();
      startTransition(() => {
        also?.(text);
        form.set(path, text);
      });
    },
    error: errorAt(path),
    ...lockedProps(isLocked(field)),
  };
}

/** Props of an input for a whole number. */
export function useWholeNumber(field: 'capacity' | 'age_from' | 'age_to' | 'offer_hours') {
  const { form, values, errorAt, isLocked } = useEditor();
  return {
    id: groupControlId(field),
    value: values[field],
    onChange: (value: WholeNumber) => form.change({ [field]: value }),
    error: errorAt(field),
    ...lockedProps(isLocked(field)),
  };
}

/** Changes one question of the form, by its place; a function receives it as it is now, unrendered changes included. */
export function useFieldChange(at: number) {
  const { form } = useEditor();
  const changeField = (part: (now: FieldValue) => Partial<FieldValue>) =>
    form.change(({ fields }) => ({
      fields: fields.map((field, place) => (place === at ? { ...field, ...part(field) } : field)),
    }));
  return {
    changeField,
    changeQuestion: (part: (now: QuestionValue) => Partial<QuestionValue>) =>
      changeField(({ question }) => ({ question: question && { ...question, ...part(question) } })),
  };
}
