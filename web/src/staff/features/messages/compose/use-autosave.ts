import { useEffect, useEffectEvent, useRef } from 'react';
import type { EntityForm } from '../../../../lib/form/entity-form.ts';
import { isSaveKey } from '../../../../ui/form/saving/save-key.ts';

/** Milliseconds without a change after which a draft is stored. */
const REST = 1_000;

type Saved = Pick<EntityForm<object, unknown>, 'values' | 'dirty' | 'isDirty' | 'saving' | 'conflicts'>;

/**
 * Stores a form while it is filled in: after a rest, when a field is left, and by Ctrl+S. What was refused or failed is
 * tried again with the next change, or by `save`; a conflict waits for its person.
 */
export function useAutosave(form: Saved, save: () => Promise<unknown>): void {
  const tried = useRef<object | null>(null);
  const store = useEffectEvent((again: boolean) => {
    if (form.saving || form.conflicts.length > 0 || !form.isDirty()) return;
    if (!again && tried.current === form.values) return;
    tried.current = form.values;
    void save();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the rest anew
  useEffect(() => {
    if (!form.dirty || form.saving) return;
    const timer = setTimeout(() => store(false), REST);
    return () => clearTimeout(timer);
  }, [form.values, form.dirty, form.saving, form.conflicts.length]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      store(true);
    };
    const onLeave = () => store(false);
    window.addEventListener('keydown', onKey);
    window.addEventListener('focusout', onLeave);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('focusout', onLeave);
    };
  }, []);
}
