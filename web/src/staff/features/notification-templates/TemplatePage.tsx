import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { templateQuery } from './queries.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

/** One template: its texts beside the mail that they make. */
export function TemplatePage({ id }: { id: string }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(templateQuery(useApi(), id));
  if (data) return <TemplateEditor template={data} />;
  return (
    <>
      <PageHeader
        title={t('modules.notification_template.list.column_name')}
        back={{ to: '/notifications', label: t('layout.titles.notification_templates') }}
      />
      {error ? <QueryFailed error={error} onRetry={refetch} /> : <Pending rows={8} />}
    </>
  );
}
