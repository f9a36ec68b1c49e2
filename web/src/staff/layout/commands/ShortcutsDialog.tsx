import { Modal, Switch } from '@mantine/core';
import { useId, useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { singleKeys } from '../../../lib/single-keys.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { useFocusReturn } from '../../../ui/dialog/use-focus-return.ts';
import { useMay } from '../../permission/Permission.tsx';
import { menuFor } from '../../routing/menu.ts';
import { routes } from '../../routing/meta.ts';
import classes from './commands.module.css';
import { commandKey } from './keys.ts';
import { destinations } from './shortcuts.ts';

type Line = { keys: string[]; what: MessageKey };

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  useFocusReturn();
  const { role, organization } = useSession();
  const on = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  // the panel takes keys only where it has buttons to decide
  const mayDecide = useMay('participants.decide');
  const mine = role ? menuFor(role, organization !== null).flatMap(({ items }) => items) : [];
  const always: Line[] = [
    { keys: [commandKey, 'K'], what: 'layout.palette.title' },
    { keys: [commandKey, 'S'], what: 'layout.shortcuts.save' },
    { keys: ['F8'], what: 'layout.shortcuts.latest' },
    { keys: ['Esc'], what: 'layout.shortcuts.close' },
  ];
  const single: Line[] = [
    { keys: ['?'], what: 'layout.shortcuts.title' },
    { keys: ['/'], what: 'layout.shortcuts.search' },
    ...(mayDecide ? [{ keys: ['←', '→'], what: 'layout.shortcuts.neighbours' as const }] : []),
  ];
  const inTurn: Line[] = destinations
    .filter(({ to }) => mine.some(({ path }) => path === to))
    .map(({ to, letter }) => ({ keys: ['G', t(letter).toUpperCase()], what: routes[to].title }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('layout.shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('layout.shortcuts.close_dialog') }}
    >
      <div className={classes.shortcuts}>
        <Keys title={t('layout.shortcuts.always')} lines={always} />
        <Keys title={t('layout.shortcuts.single')} lines={single} off={!on} />
        {inTurn.length > 0 && <Keys title={t('layout.shortcuts.in_turn')} lines={inTurn} off={!on} />}
        <Switch
          label={t('layout.shortcuts.switch')}
          description={t('layout.shortcuts.switch_hint')}
          checked={on}
          onChange={(event) => singleKeys.set(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}

function Keys({ title, lines, off = false }: { title: string; lines: Line[]; off?: boolean }) {
  const { t } = useI18n();
  const id = useId();
  return (
    <section aria-labelledby={id} data-off={off || undefined}>
      <h3 id={id}>{title}</h3>
      <dl>
        {lines.map(({ keys, what }) => (
          <div key={keys.join()}>
            <dt>{t(what)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
