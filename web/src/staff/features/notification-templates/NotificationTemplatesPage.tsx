import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { useMemo, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../ui/table/PagedTable.tsx';
import { AddTemplate } from './AddTemplate.tsx';
import { TemplateState } from './TemplateFact.tsx';
import { TemplateMenu } from './TemplateMenu.tsx';
import classes from './templates.module.css';

/** The templates of the mails that the organisation sends. */
export function NotificationTemplatesPage() {
  const { t } = useI18n();
  const api = useApi();
  const list = useInfiniteQuery(pagesQuery(api.notification_templates.list, {}));
  const columns = useColumns();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t('layout.titles.notification_templates')}
        fact={t('modules.notification_template.list.fact')}
        actions={
          <Button
            variant="filled"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('modules.notification_template.add.title')}
          </Button>
        }
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
      {isAdding && <AddTemplate onClose={() => setAdding(false)} />}
    </>
  );
}

const cells = {
  name: ({ id, name }: TemplateSummary) => (
    <Link
      className={classes.name}
      to="/notifications/$template_id"
      params={{ template_id: id }}
      data-open-row
    >
      {name}
    </Link>
  ),
  type: (row: TemplateSummary) => <TypeCell template={row} />,
  languages: (row: TemplateSummary) => <LanguagesCell template={row} />,
  groups: (row: TemplateSummary) => <UsesCell template={row} />,
  state: (row: TemplateSummary) => <TemplateState template={row} />,
  actions: (row: TemplateSummary) => <TemplateMenu template={row} />,
};

type CellProps = { template: TemplateSummary };

function TypeCell({ template: { name, email_type } }: CellProps) {
  const { t } = useI18n();
  const type = t(`modules.group.emails.${email_type}`);
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

/** Languages that a template words itself, and how many of their texts are missing. */
function LanguagesCell({ template: { system, languages } }: CellProps) {
  const { t } = useI18n();
  if (system) return languages.map(({ language }) => language.toUpperCase()).join(',\u00a0');
  return (
    <ul className={classes.languages}>
      {languages.map(({ language, worded, missing }) => (
        <li key={language}>
          <b>{language.toUpperCase()}</b>{' '}
          {missing.length > 0
            ? t('modules.notification_template.missing', { count: missing.length })
            : t(
                worded > 0
                  ? 'modules.notification_template.own_words'
                  : 'modules.notification_template.original',
              )}
        </li>
      ))}
    </ul>
  );
}

function UsesCell({ template: { groups_count: count, system } }: CellProps) {
  const { t } = useI18n();
  // without a default, it is what all others send
  if (system && count === 0) return null;
  return count === 0 ? t('modules.catalogue.no_groups') : t('modules.catalogue.groups', { count });
}

function useColumns(): Column<TemplateSummary>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.notification_template.list.column_name'),
        cell: cells.name,
        width: '30%',
        phone: 'name',
      },
      { id: 'type', header: t('modules.notification_template.list.column_type'), cell: cells.type },
      {
        id: 'languages',
        header: t('modules.catalogue.languages'),
        cell: cells.languages,
        from: 'md',
      },
      { id: 'groups', header: t('modules.group.groups'), cell: cells.groups, from: 'md' },
      {
        id: 'state',
        header: t('modules.notification_template.list.column_state'),
        cell: cells.state,
        phone: 'corner',
      },
      {
        id: 'actions',
        header: t('modules.catalogue.actions'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'end',
      },
    ],
    [t],
  );
}
