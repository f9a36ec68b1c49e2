import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { matches } from '../../lib/text/fold.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import options from '../filters/ListToolbar.module.css';
import { DragHandle, moved, type Side } from '../table/DragHandle.tsx';
import classes from './ColumnList.module.css';
import { inOrder } from './order.ts';

type Choosable = {
  id: string;
  header: string;
  mark?: ReactNode;
  /** It can be moved, but not hidden. */
  always?: boolean | undefined;
};

export type ColumnListProps = {
  /** In the list's own order. */
  columns: readonly Choosable[];
  order: readonly string[];
  shown: ReadonlySet<string>;
  /** Shows or hides a column; gets all ids in the order that is chosen from. */
  onToggle: (id: string, shown: boolean, order: string[]) => void;
  /** Gets the ids of those that are shown in their new order. */
  onArrange: (order: string[]) => void;
  /** Brings the list's own order back. */
  onReset: () => void;
};

/** Longer lists of columns can be searched. */
const searchFrom = 8;
const icon = { size: 18, stroke: 1.75 } as const;

/** The columns of a list in their order: ticked ones are shown, and can be moved by dragging and by buttons. */
export function ColumnList({ columns, order, shown, onToggle, onArrange, onReset }: ColumnListProps) {
  const { t } = useI18n();
  const id = useId();
  const [sought, setSought] = useState('');
  // stays as it is while columns are ticked
  const [current, setCurrent] = useState(order);
  const [announced, setAnnounced] = useState('');
  const list = inOrder(columns, current);
  const isShown = (column: Choosable) => shown.has(column.id);
  const movable = list.filter(isShown);
  const ids = list.map((column) => column.id);
  const own = columns.filter(isShown);
  const isOwn = movable.every((column, at) => column === own[at]);
  const focused = useRef<string>(undefined);
  const controlOf = (column: string, control: string) => `${id}${column}${control}`;
  useLayoutEffect(() => {
    // a row that changes its place in the document loses the focus
    if (focused.current) document.getElementById(focused.current)?.focus();
    focused.current = undefined;
  });

  const move = (name: string, to: string, side: Side) => {
    const steps = moved(list, (column) => column.id, { id: name, to, side }).filter(isShown);
    // hidden ones come after, out of the way of those that are moved
    setCurrent(steps.map((column) => column.id));
    onArrange(steps.map((column) => column.id));
    const place = steps.findIndex((column) => column.id === name);
    setAnnounced(
      t('ui.list.column_moved', {
        name: steps[place]?.header ?? '',
        place: place + 1,
        count: steps.length,
      }),
    );
  };
  const reset = () => {
    setCurrent([]);
    onReset();
    setAnnounced(t('ui.list.columns_reset'));
    // this button goes
    focused.current = controlOf(columns[0]?.id ?? '', 'box');
  };

  const isSought = sought.trim() !== '';
  const seek = t('ui.list.search_columns');
  return (
    <>
      {columns.length > searchFrom && (
        <TextInput
          className={options.seek ?? ''}
          aria-label={seek}
          placeholder={seek}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <ul className={`${options.options} ${classes.list}`} aria-label={t('ui.list.columns')}>
        {list
          .filter((column) => matches(column.header, sought))
          .map(({ id: name, header, mark, always = false }) => {
            const at = movable.findIndex((column) => column.id === name);
            const step = (button: 'up' | 'down') => {
              const isUp = button === 'up';
              const neighbour = at < 0 ? undefined : movable[isUp ? at - 1 : at + 1];
              return (
                <ActionIcon
                  id={controlOf(name, button)}
                  aria-label={t(isUp ? 'ui.list.column_up' : 'ui.list.column_down', { name: header })}
                  aria-disabled={!neighbour}
                  {...(!neighbour && { 'data-disabled': true })}
                  onClick={() => {
                    if (!neighbour) return;
                    focused.current = controlOf(name, button);
                    move(name, neighbour.id, isUp ? 'before' : 'after');
                  }}
                >
                  {isUp ? <IconArrowUp {...icon} /> : <IconArrowDown {...icon} />}
                </ActionIcon>
              );
            };
            return (
              <li key={name} className={classes.column} data-shown={at >= 0 || undefined}>
                {!isSought && <DragHandle list="columns" id={name} onDrop={move} />}
                <Checkbox
                  id={controlOf(name, 'box')}
                  label={
                    mark ? (
                      <>
                        {header} {mark}
                      </>
                    ) : (
                      header
                    )
                  }
                  checked={shown.has(name)}
                  disabled={always}
                  onChange={(event) => onToggle(name, event.currentTarget.checked, ids)}
                />
                {!isSought && at >= 0 && (
                  <span className={classes.steps}>
                    {step('up')}
                    {step('down')}
                  </span>
                )}
              </li>
            );
          })}
      </ul>
      <span className="vh" role="status">
        {announced}
      </span>
      {!isOwn && (
        <div className={classes.foot}>
          <Button variant="subtle" fullWidth onClick={reset}>
            {t('ui.list.reset_columns')}
          </Button>
        </div>
      )}
    </>
  );
}
