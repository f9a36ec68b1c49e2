import { IconCheck, IconLock, IconMinus, IconPencil } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../ui/table/PagedTable.tsx';
import classes from './templates.module.css';

/** The templates of the mails that the organisation sends. */
export function NotificationTemplatesPage() {
  const { t } = useI18n();
  const api = useApi();
  const list = useInfiniteQuery(pagesQuery(api.notification_templates.list, {}));
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title={t('layout.titles.notification_templates')}
        fact={t('modules.notification_template.list.fact')}
      />
      <PagedTable
        list={list}
        caption={t('layout.titles.notification_templates')}
        columns={columns}
        isDimmed={(template) => !template.active}
        empty={
          <EmptyState title={t('modules.notification_template.list.empty_title')}>
            {t('modules.notification_template.list.empty_text')}
          </EmptyState>
        }
      />
    </>
  );
}

const cells = {
  name: (row: TemplateSummary) => <b className={classes.name}>{row.name}</b>,
  type: (row: TemplateSummary) => <TypeCell template={row} />,
  kind: (row: TemplateSummary) => <KindCell template={row} />,
  state: (row: TemplateSummary) => <StateCell template={row} />,
};

type CellProps = { template: TemplateSummary };

function TypeCell({ template: { name, email_type } }: CellProps) {
  const { t } = useI18n();
  const type = t(`modules.notification_template.types.${email_type}`);
  const sent = t(`modules.notification_template.sent.${email_type}`);
  // the system's own templates are called what they are
  if (type === name) return sent;
  return (
    <>
      {type}
      <span className={classes.second}>{sent}</span>
    </>
  );
}

function KindCell({ template: { system } }: CellProps) {
  const { t } = useI18n();
  return (
    <StatusPill tint="inactive" icon={system ? IconLock : IconPencil} plain>
      {t(system ? 'modules.notification_template.system' : 'modules.notification_template.own')}
    </StatusPill>
  );
}

function StateCell({ template: { active } }: CellProps) {
  const { t } = useI18n();
  return active ? (
    <StatusPill tint="approved" icon={IconCheck}>
      {t('modules.notification_template.active')}
    </StatusPill>
  ) : (
    <StatusPill tint="inactive" icon={IconMinus}>
      {t('modules.notification_template.inactive')}
    </StatusPill>
  );
}

function useColumns(): Column<TemplateSummary>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.notification_template.list.column_name'),
        cell: cells.name,
        width: '35%',
        phone: 'name',
      },
      { id: 'type', header: t('modules.notification_template.list.column_type'), cell: cells.type },
      { id: 'kind', header: t('modules.notification_template.list.column_kind'), cell: cells.kind },
      {
        id: 'state',
        header: t('modules.notification_template.list.column_state'),
        cell: cells.state,
        phone: 'corner',
      },
    ],
    [t],
  );
}
