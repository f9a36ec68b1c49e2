import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { waiting } from '../../notice/waiting.ts';
import { FloatingBar } from '../../table/FloatingBar.tsx';
import classes from './SaveBar.module.css';
import { isSaveKey } from './save-key.ts';

type SaveBarProps = {
  /** Shown from the first change until saved. */
  dirty: boolean;
  /** Whether there are unsaved changes right now, where `dirty` may lag behind typing. */
  isDirty?: () => boolean;
  saving: boolean;
  /** Changed fields in words: `Opis in število mest`. */
  changed?: string;
  onSave: () => void;
  onDiscard: () => void;
};

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The bar of an editor with unsaved changes; Ctrl+S (⌘S) saves from anywhere on the page. */
export function SaveBar({ dirty, isDirty, saving, changed, onSave, onDiscard }: SaveBarProps) {
  const { t } = useI18n();
  const latest = useRef({ save: onSave, isDirty: () => dirty });
  latest.current = { save: onSave, isDirty: isDirty ?? (() => dirty) };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      // Without changes too: the browser's own dialog would only confuse.
      event.preventDefault();
      const { save, isDirty } = latest.current;
      if (isDirty() && !saving) save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [saving]);
  if (!dirty) return null;
  return (
    <FloatingBar label={t('ui.save_bar.region')}>
      <b role="status">{t('ui.save_bar.unsaved')}</b>
      <span className={classes.changed} data-wide>
        {changed}
      </span>
      <span className={classes.push} />
      <Button {...waiting(saving, onDiscard)}>{t('ui.save_bar.discard')}</Button>
      <Button data-on {...waiting(saving, onSave)} aria-keyshortcuts={isMac() ? 'Meta+S' : 'Control+S'}>
        {saving ? t('ui.save_bar.saving') : t('ui.save_bar.save')}
        <span className={classes.key} data-wide aria-hidden>
          {isMac() ? '⌘S' : 'Ctrl+S'}
        </span>
      </Button>
    </FloatingBar>
  );
}
