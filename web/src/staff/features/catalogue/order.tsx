import { Menu } from '@mantine/core';
import { IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notifyFailure } from '../../../ui/notice/notify.ts';
import { DragHandle, type Side } from '../../../ui/table/DragHandle.tsx';
import {
  type Catalogue,
  type CatalogueRow,
  type Placing,
  rememberPlacing,
  useRefreshCatalogue,
} from './queries.ts';

type Ordering = {
  /** The rows that are shown, in their order. */
  ids: readonly string[];
  move: (placing: Placing) => void;
};

const OrderContext = createContext<Ordering | null>(null);

/** Lets cells and menus below move rows; null where the order that is shown is not the list's own. */
export const OrderProvider = OrderContext.Provider;

/** Moves the rows of a catalogue: optimistically on screen, with serial calls to the server. */
export function useOrdering<Row extends CatalogueRow>({ noun, calls, nameOf }: Catalogue<Row>) {
  const { t, locale } = useI18n();
  const queryClient = useQueryClient();
  const refresh = useRefreshCatalogue(calls);
  // announces a row's new place to screen readers
  const [announced, setAnnounced] = useState('');
  const mutationKey = ['order', noun];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order ${noun}` },
    mutationFn: ({ id, ...body }: Placing) => calls.move({ params: { id }, body }),
    onError: (error) => {
      setAnnounced('');
      notifyFailure(error, t, `errors.${noun}.save`);
    },
    onSettled: () => {
      // refetches only after the last pending move, so that no row jumps back meanwhile
      if (queryClient.isMutating({ mutationKey }) === 1) return refresh();
    },
  });
  const move = (asked: Placing) => {
    const placed = rememberPlacing(queryClient, calls, asked);
    if (!placed) return;
    const { row, place, count } = placed;
    setAnnounced(t('modules.catalogue.moved', { name: nameOf(row, locale), place, count }));
    mutate(asked);
  };
  return { move, announced };
}

/** The way to drag a row. */
export function OrderCell({ id }: { id: string }) {
  const order = use(OrderContext);
  if (!order) return null;
  return (
    <DragHandle list="catalogue" id={id} onDrop={(moved, to, side) => order.move({ id: moved, to, side })} />
  );
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Moves a row without a pointer, by items of its menu. */
export function OrderItems({ id }: { id: string }) {
  const { t } = useI18n();
  const order = use(OrderContext);
  const ids = order?.ids ?? [];
  const at = ids.indexOf(id);
  if (!order || at < 0) return null;
  const [above, below, first] = [ids[at - 1], ids[at + 1], ids[0]];
  const step = (to: string | undefined, side: Side) => to !== undefined && order.move({ id, to, side });
  return (
    <>
      {above !== undefined && (
        <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => step(above, 'before')}>
          {t('modules.catalogue.move_up')}
        </Menu.Item>
      )}
      {below !== undefined && (
        <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => step(below, 'after')}>
          {t('modules.catalogue.move_down')}
        </Menu.Item>
      )}
      {at > 1 && (
        <Menu.Item leftSection={<IconArrowBarToUp {...icon} />} onClick={() => step(first, 'before')}>
          {t('modules.catalogue.move_first')}
        </Menu.Item>
      )}
    </>
  );
}
