import { ActionIcon, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { onDemand } from '../dialog/on-demand.tsx';
import { Tip } from '../Tip.tsx';
import type { ColumnListProps } from './ColumnList.tsx';

const ColumnList = onDemand(async () => (await import('./ColumnList.tsx')).ColumnList);

type ColumnPickerProps = ColumnListProps & {
  /** Called when the choice is opened. */
  onOpen?: (() => void) | undefined;
};

/** The choice of a list's columns and of their order. */
export function ColumnPicker({ onOpen, ...list }: ColumnPickerProps) {
  const { t } = useI18n();
  const label = t('ui.list.columns');
  const [opened, setOpened] = useState(false);
  const press = async () => {
    // opens with all of it, so that the focus goes into it
    await ColumnList.preload();
    setOpened(!opened);
  };
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
      {...(onOpen && { onOpen })}
    >
      {/* around the target, which tells the button whether the choice is open */}
      <Tip label={label}>
        <Popover.Target>
          <ActionIcon
            aria-label={label}
            onClick={press}
            onPointerEnter={ColumnList.preload}
            onFocus={ColumnList.preload}
          >
            <IconColumns3 size={18} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Tip>
      <Popover.Dropdown aria-label={label}>
        <ColumnList {...list} />
      </Popover.Dropdown>
    </Popover>
  );
}
