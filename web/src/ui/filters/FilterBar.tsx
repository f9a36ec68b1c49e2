import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { matches } from '../../lib/text/fold.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { onDemand } from '../dialog/on-demand.tsx';
import { Chip } from './Chip.tsx';
import classes from './FilterBar.module.css';
import chip from './ListToolbar.module.css';

const FilterDrawer = onDemand(async () => (await import('./FilterDrawer.tsx')).FilterDrawer);

/** One of many filters of a list. */
export type BarFilter = {
  id: string;
  label: string;
  /** Offered as a chip also while it is not set; others are added. */
  usual?: boolean;
  /** The chosen values in words; empty: not set. */
  chosen: readonly string[];
  onClear: () => void;
  /** What it is chosen from. */
  content: ReactNode;
};

type FilterBarProps = {
  filters: readonly BarFilter[];
  onClearAll: () => void;
  /** Called when all filters are looked at: those that have to be fetched come with the next rendering. */
  onOffer: () => void;
};

/** Many filters of a list: chips of the set and the usual ones, the others are added; on a phone all of them in a sheet. */
export function FilterBar(props: FilterBarProps) {
  const isPhone = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false });
  return isPhone ? <FilterSheet {...props} /> : <FilterChips {...props} />;
}

function FilterChips({ filters, onClearAll, onOffer }: FilterBarProps) {
  const { t } = useI18n();
  // stays also while nothing is chosen in it: it may have been emptied to choose anew
  const [openId, setOpenId] = useState<string | null>(null);
  const shown = filters.filter((one) => one.usual || one.chosen.length > 0 || one.id === openId);
  const isSet = filters.some(({ chosen }) => chosen.length > 0);
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = () => button.current?.focus({ preventScroll: true });
  return (
    <>
      {shown.map((one) => (
        <Chip
          key={one.id}
          label={one.label}
          chosen={one.chosen}
          onClear={one.onClear}
          openAtFirst={one.id === openId}
          onOpen={() => setOpenId(one.id)}
          onClose={() => setOpenId((now) => (now === one.id ? null : now))}
          onGone={focusButton}
        >
          {() => one.content}
        </Chip>
      ))}
      <AddFilter
        button={button}
        filters={filters.filter((one) => !shown.includes(one))}
        onOffer={onOffer}
        onAdd={setOpenId}
      />
      {isSet && (
        <UnstyledButton
          className={classes.clearAll ?? ''}
          onClick={() => {
            focusButton();
            onClearAll();
          }}
        >
          {t('ui.list.clear')}
        </UnstyledButton>
      )}
    </>
  );
}

type AddFilterProps = Pick<FilterBarProps, 'filters' | 'onOffer'> & {
  button: RefObject<HTMLButtonElement | null>;
  onAdd: (id: string) => void;
};

function AddFilter({ button, filters, onOffer, onAdd }: AddFilterProps) {
  const { t } = useI18n();
  const [opened, setOpened] = useState(false);
  const [sought, setSought] = useState('');
  const found = filters.filter(({ label }) => matches(label, sought));
  const open = (next: boolean) => {
    setOpened(next);
    setSought('');
    if (next) onOffer();
    else button.current?.focus({ preventScroll: true });
  };
  const add = (id: string) => {
    setOpened(false);
    setSought('');
    onAdd(id);
  };
  return (
    <span className={chip.chip}>
      <Popover opened={opened} onChange={open} position="bottom-start" trapFocus>
        <Popover.Target>
          <UnstyledButton ref={button} className={chip.chipButton} onClick={() => open(!opened)}>
            <IconPlus size={15} stroke={2} aria-hidden />
            {t('ui.list.add_filter')}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('ui.list.add_filter')}>
          <TextInput
            className={chip.seek ?? ''}
            aria-label={t('ui.list.search_filters')}
            placeholder={t('ui.list.search_filters')}
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !found[0]) return;
              // else the key presses what gets the focus next
              event.preventDefault();
              add(found[0].id);
            }}
          />
          <ul className={classes.offered}>
            {found.map(({ id, label }) => (
              <li key={id}>
                <UnstyledButton className={classes.offer ?? ''} onClick={() => add(id)}>
                  {label}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

function FilterSheet({ filters, onClearAll, onOffer }: FilterBarProps) {
  const { t } = useI18n();
  const [opened, setOpened] = useState<string | boolean>(false);
  const button = useRef<HTMLButtonElement>(null);
  const set = filters.filter(({ chosen }) => chosen.length > 0);
  const open = (at: string | boolean) => {
    setOpened(at);
    onOffer();
  };
  return (
    <>
      <span className={chip.chip}>
        <UnstyledButton
          ref={button}
          className={chip.chipButton}
          onClick={() => open(true)}
          aria-haspopup="dialog"
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
          {t('ui.list.filters')}
        </UnstyledButton>
      </span>
      {set.map(({ id, label, chosen: [first, ...more], onClear }) => (
        <span key={id} className={chip.chip} data-on>
          <UnstyledButton className={chip.chipButton} onClick={() => open(id)} aria-haspopup="dialog">
            {label}: <b>{first}</b>
            {more.length > 0 && <b>{t('ui.list.more_values', { count: more.length })}</b>}
          </UnstyledButton>
          <UnstyledButton
            className={chip.chipClear}
            onClick={() => {
              button.current?.focus({ preventScroll: true });
              onClear();
            }}
            aria-label={t('ui.list.clear_filter', { label })}
          >
            <IconX size={15} stroke={2} />
          </UnstyledButton>
        </span>
      ))}
      {opened !== false && (
        <FilterDrawer
          filters={filters}
          openAt={opened}
          onClearAll={onClearAll}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
