import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { FeedList, type FeedOf } from './FeedList.tsx';

/** Opens the calendar addresses: the user's and the organisation's, or those of a group. */
export function SubscribeButton({ of = 'organization' }: { of?: FeedOf }) {
  const { t } = useI18n();
  const [opened, sheet] = useDisclosure(false);
  const label = t('modules.calendar_feed.subscribe');
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon className="no-print" aria-label={label} onClick={sheet.open}>
          <IconCalendarPlus size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <Sheet title={t('modules.calendar_feed.title')} onClose={sheet.close}>
          <FeedList of={of} />
        </Sheet>
      )}
    </>
  );
}
