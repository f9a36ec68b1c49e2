import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { FocusReturn } from '../dialog/use-focus-return.ts';
import type { BarFilter } from './FilterBar.tsx';
import classes from './FilterDrawer.module.css';

type FilterDrawerProps = {
  filters: readonly BarFilter[];
  /** The filter that is unfolded at first, by its id. */
  openAt: string | true;
  onClearAll: () => void;
  onClose: () => void;
};

/** All filters of a list in a sheet from below, each unfolding. */
export function FilterDrawer({ filters, openAt, onClearAll, onClose }: FilterDrawerProps) {
  const { t } = useI18n();
  const isSet = filters.some(({ chosen }) => chosen.length > 0);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="85dvh"
      title={t('ui.list.filters')}
      closeButtonProps={{ 'aria-label': t('ui.sheet.close') }}
      classNames={{ content: classes.sheet ?? '', body: classes.body ?? '' }}
    >
      <FocusReturn />
      <div className={classes.all}>
        {filters.map((one) => (
          <SheetFilter key={one.id} filter={one} openAtFirst={one.id === openAt} />
        ))}
      </div>
      <div className={classes.foot}>
        <Button onClick={onClearAll} disabled={!isSet}>
          {t('ui.list.clear')}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {t('ui.list.show_results')}
        </Button>
      </div>
    </Drawer>
  );
}

function SheetFilter({ filter, openAtFirst }: { filter: BarFilter; openAtFirst: boolean }) {
  const id = useId();
  const [isOpen, setOpen] = useState(openAtFirst);
  const { label, chosen, content } = filter;
  return (
    <section>
      <UnstyledButton
        className={classes.head ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{label}</span>
        {chosen.length > 0 && <b>{chosen.join(', ')}</b>}
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <div id={id}>{isOpen && content}</div>
    </section>
  );
}
