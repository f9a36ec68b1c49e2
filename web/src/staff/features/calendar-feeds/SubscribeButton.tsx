import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { Tip } from '../../../ui/Tip.tsx';
import type { FeedOf } from './FeedList.tsx';

const FeedSheet = onDemand(async () => (await import('./FeedSheet.tsx')).FeedSheet);

/** Opens the calendar addresses: the user's and the organisation's, or those of a group. */
export function SubscribeButton({ of = 'organization' }: { of?: FeedOf }) {
  const { t } = useI18n();
  const [opened, sheet] = useDisclosure(false);
  const label = t('modules.calendar_feed.subscribe');
  return (
    <>
      <Tip label={label}>
        <ActionIcon
          className="no-print"
          aria-label={label}
          onClick={sheet.open}
          onPointerEnter={FeedSheet.preload}
        >
          <IconCalendarPlus size={18} stroke={1.75} />
        </ActionIcon>
      </Tip>
      {opened && <FeedSheet of={of} onClose={sheet.close} />}
    </>
  );
}
