import { useI18n } from '../../lib/text/i18n.ts';
import { SkeletonRows } from './SkeletonRows.tsx';

/** Stands in the shape of a list where something is on its way; never a spinner. */
export function Pending({ rows }: { rows?: number }) {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t('layout.pending')}>
      <SkeletonRows rows={rows} />
    </div>
  );
}
