import { useI18n } from '../../lib/text/i18n.ts';
import { SkeletonRows } from '../../ui/notice/SkeletonRows.tsx';
import classes from './layout.module.css';

/** A page on its way: the shape of a list, never a spinner. */
export function PagePending() {
  const { t } = useI18n();
  return (
    <div className={classes.pending} role="status">
      <span className="vh">{t('layout.pending')}</span>
      <div className={classes.pendingTitle} aria-hidden />
      <SkeletonRows rows={6} />
    </div>
  );
}
