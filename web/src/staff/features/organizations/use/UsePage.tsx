import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrganizationUse } from '@vpisnik/contract/organizations';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { type Use, uses } from '@vpisnik/contract/rules/organization-use';
import { useMemo } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { type Column, DataTable } from '../../../../ui/table/DataTable.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import views from '../mail/mail.module.css';
import classes from '../organizations.module.css';
import { PlatformTabs } from '../PlatformTabs.tsx';
import { parseUseSearch } from './address.ts';
import { useWords } from './use-words.ts';

const cells = Object.fromEntries(
  uses.map((use) => [use, (row: OrganizationUse) => <UseCell organization={row} use={use} />]),
) as Record<Use, (row: OrganizationUse) => React.ReactNode>;

function UseCell({ organization, use }: { organization: OrganizationUse; use: Use }) {
  const words = useWords();
  return <span className="num">{words[use](organization[use])}</span>;
}

function NameCell({ organization }: { organization: OrganizationUse }) {
  const { t } = useI18n();
  return (
    <div className={classes.name}>
      <b>{organization.name}</b>
      {!organization.active && <span>{t('modules.organization.inactive')}</span>}
    </div>
  );
}

const nameCell = (row: OrganizationUse) => <NameCell organization={row} />;

/** The organisations that use most of something, for the operator: which one is behind a busy machine. */
export function UsePage() {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { by = 'database_ms' } = useAddress(parseUseSearch).address;
  const { data, isError, error, refetch, isPlaceholderData } = useQuery({
    ...useApi().organizations.heaviest.options({ query: { by } }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(
    (): Column<OrganizationUse>[] => [
      {
        id: 'name',
        header: t('modules.organization.list.column_name'),
        cell: nameCell,
        width: '34%',
        phone: 'name',
      },
      ...uses.map((use) => ({
        ...{ id: use, header: t(`modules.organization_use.${use}`), cell: cells[use], align: 'end' as const },
        // what the list is ordered by is always there
        ...(use === by ? { phone: 'corner' as const } : { from: 'md' as const, phone: 'none' as const }),
      })),
    ],
    [t, by],
  );
  const counted = data?.[0]?.counted_at;
  return (
    <>
      <PageHeader
        title={t('layout.titles.organizations')}
        fact={
          counted
            ? t('modules.organization_use.fact', { when: formatInstant(counted, { locale, timeZone }) })
            : undefined
        }
      />
      <PlatformTabs active="use" />
      <nav className={views.views} aria-label={t('modules.organization_use.order')}>
        {uses.map((use) => (
          <Link
            key={use}
            to="/organizations/use"
            search={use === 'database_ms' ? {} : { by: use }}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={use === by ? 'page' : undefined}
          >
            {t(`modules.organization_use.${use}`)}
          </Link>
        ))}
      </nav>
      {isError && !data ? (
        <QueryFailed error={error} onRetry={refetch} />
      ) : data?.length === 0 ? (
        <EmptyState title={t('modules.organization_use.empty')}>
          {t('modules.organization_use.empty_text')}
        </EmptyState>
      ) : (
        <DataTable
          caption={t('modules.organization_use.caption', { what: t(`modules.organization_use.${by}`) })}
          columns={columns}
          rows={data}
          idOf={idOf}
          isDimmed={isInactive}
          busy={isPlaceholderData}
        />
      )}
    </>
  );
}

const idOf = ({ id }: OrganizationUse) => id;
const isInactive = ({ active }: OrganizationUse) => !active;
