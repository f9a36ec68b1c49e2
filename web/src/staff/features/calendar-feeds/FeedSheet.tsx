import { useI18n } from '../../../lib/text/i18n.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { FeedList, type FeedOf } from './FeedList.tsx';

/** The calendar addresses in a sheet. */
export function FeedSheet({ of, onClose }: { of: FeedOf; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Sheet title={t('modules.calendar_feed.title')} onClose={onClose}>
      <FeedList of={of} />
    </Sheet>
  );
}
