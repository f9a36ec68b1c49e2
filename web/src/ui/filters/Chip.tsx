import { UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { onDemand } from '../dialog/on-demand.tsx';
import classes from './ListToolbar.module.css';
import { LaterOptions } from './later-options.ts';

const ChipPopover = onDemand(async () => {
  // with what most chips have in it: the focus goes to the first option at once
  const [{ ChipPopover }] = await Promise.all([import('./ChipPopover.tsx'), LaterOptions.preload()]);
  return ChipPopover;
});

type ChipProps = {
  label: string;
  /** The chosen values in words; empty: not set. */
  chosen: readonly string[];
  onClear: () => void;
  /** Open from the start: the filter was just added. */
  openAtFirst?: boolean;
  onOpen?: () => void;
  onClose?: () => void;
  /** Called when the chip goes with the focus in it, which must go elsewhere. */
  onGone?: () => void;
  /** The list of choices; `close` closes it. */
  children: (close: () => void) => ReactNode;
};

/** A filter of a list: dashed "+ Kategorija" while not set, tinted "Stanje: Aktivne ×" when set, several as "V obravnavi +1". */
export function Chip({ label, chosen, onClear, openAtFirst = false, children, ...on }: ChipProps) {
  const { t } = useI18n();
  const [opened, setOpened] = useState(openAtFirst);
  // before it was, the chip is a button alone
  const [wasOpened, setWasOpened] = useState(openAtFirst);
  const [first, ...more] = chosen;
  const target = useRef<HTMLButtonElement>(null);
  const chip = useRef<HTMLSpanElement>(null);
  const go = useEffectEvent(() => {
    if (chip.current?.contains(document.activeElement)) on.onGone?.();
  });
  useLayoutEffect(() => () => go(), []);
  const change = (next: boolean) => {
    setOpened(next);
    if (next) {
      on.onOpen?.();
      return;
    }
    // not by the popover, which does not know where the focus was before one that is open from the start
    target.current?.focus({ preventScroll: true });
    on.onClose?.();
  };
  const press = async () => {
    if (!wasOpened) {
      await ChipPopover.preload();
      setWasOpened(true);
    }
    change(!opened);
  };
  const button = (
    <UnstyledButton
      ref={target}
      className={classes.chipButton}
      onClick={press}
      onPointerEnter={ChipPopover.preload}
      onFocus={ChipPopover.preload}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      {first === undefined ? (
        <>
          <IconPlus size={15} stroke={2} aria-hidden />
          {label}
        </>
      ) : (
        <>
          {label}: <b>{first}</b>
          {more.length > 0 && <b>{t('ui.list.more_values', { count: more.length })}</b>}
        </>
      )}
    </UnstyledButton>
  );
  return (
    <span ref={chip} className={classes.chip} data-on={first === undefined ? undefined : true}>
      {wasOpened ? (
        <ChipPopover label={label} opened={opened} onChange={change} button={button}>
          {children(() => change(false))}
        </ChipPopover>
      ) : (
        button
      )}
      {first !== undefined && (
        <UnstyledButton
          className={classes.chipClear}
          onClick={() => {
            // this button goes with the filter
            target.current?.focus({ preventScroll: true });
            onClear();
          }}
          aria-label={t('ui.list.clear_filter', { label })}
        >
          <IconX size={15} stroke={2} />
        </UnstyledButton>
      )}
    </span>
  );
}
