import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useFocusReturn } from '../../../ui/dialog/use-focus-return.ts';
import classes from './commands.module.css';
import { seek, soughtStore } from './open-command.ts';
import { type PaletteItem, usePaletteItems } from './use-palette-items.tsx';

/** Milliseconds after the last key before the server is asked. */
const DELAY = 150;

/**
 * Finds groups, people, screens and actions by a few letters. A combobox whose list is always there: the focus stays in
 * the field, arrows choose, Enter opens.
 */
export function Palette({ onSignOut, onClose }: { onSignOut: () => void; onClose: () => void }) {
  const { t } = useI18n();
  const id = useId();
  useFocusReturn();
  const typed = useSyncExternalStore(soughtStore.subscribe, soughtStore.get);
  const [settled] = useDebouncedValue(typed, DELAY);
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { sections, isSearching, failed } = usePaletteItems(typed, settled, onSignOut);
  const items = sections.flatMap((section) => section.items);
  const at = Math.min(chosen, items.length - 1);
  const current = items[at];
  const optionId = (item: PaletteItem) => `${id}-${item.id}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  const run = (item: PaletteItem) => {
    onClose();
    item.run();
  };
  const choose = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || items.length === 0) return;
    const steps: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(step);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      run(current);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={600}
      centered={false}
      yOffset="10dvh"
      zIndex={300}
      title={t('layout.palette.title')}
      classNames={{ header: 'vh' }}
    >
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('layout.palette.field')}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(current && { 'aria-activedescendant': optionId(current) })}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('layout.palette.field')}
          value={typed}
          onChange={(event) => {
            seek(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={choose}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('layout.palette.list')}
        aria-busy={isSearching}
        className={classes.list}
      >
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
          <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}`}>
            <div id={`${id}-${section.id}`} className={classes.title} role="presentation">
              {section.title}
            </div>
            {section.items.map((item) => {
              const Icon = item.icon;
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                <div
                  key={item.id}
                  id={optionId(item)}
                  role="option"
                  aria-selected={item === current}
                  className={classes.option}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setChosen(items.indexOf(item))}
                  onClick={() => run(item)}
                >
                  <Icon size={18} stroke={1.75} aria-hidden />
                  <span className={classes.label}>{item.label}</span>
                  {item.second && <span className={classes.second}>{item.second}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={classes.note} role="status">
        {failed
          ? t('layout.palette.failed')
          : items.length === 0 && !isSearching
            ? t('layout.palette.none', { search: typed.trim() })
            : typed.trim()
              ? t('layout.palette.count', { count: items.length })
              : t('layout.palette.hint')}
      </p>
    </Modal>
  );
}
