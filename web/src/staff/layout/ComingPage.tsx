import { type MessageKey, useI18n } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** A screen of the menu that is not built yet. */
export function ComingPage({ title }: { title: MessageKey }) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t(title)} />
      <EmptyState title={t('layout.coming.title')}>{t('layout.coming.text')}</EmptyState>
    </>
  );
}
