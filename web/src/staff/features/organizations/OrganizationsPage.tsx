import { Button } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Organization } from '@vpisnik/contract/organizations';
import { useMemo, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListToolbar } from '../../../ui/ListToolbar.tsx';
import { notify } from '../../../ui/notify.ts';
import { PagedTable } from '../../../ui/PagedTable.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { StatusPill } from '../../../ui/StatusPill.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { parseOrganizationsSearch } from './address.ts';
import { OrganizationActions } from './OrganizationActions.tsx';
import classes from './organizations.module.css';

/** All organisations, for a platform ADMIN: chooses the one to act for. */
export function OrganizationsPage() {
  const { t } = useI18n();
  const api = useApi();
  const { address, go } = useAddress(parseOrganizationsSearch);
  const { search } = address;
  const list = useInfiniteQuery({
    ...pagesQuery(api.organizations.list, { ...(search && { search }) }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const find = (text: string) => go({ search: text || undefined });
  return (
    <>
      <PageHeader
        title={t('modules.organization.organizations')}
        fact={t('modules.organization.list.fact')}
      />
      <PagedTable
        list={list}
        caption={t('modules.organization.organizations')}
        columns={columns}
        isDimmed={(organization) => !organization.active}
        toolbar={
          <ListToolbar
            search={
              <SearchField
                label={t('modules.organization.list.search')}
                value={search ?? ''}
                onChange={find}
              />
            }
          />
        }
        narrowed={
          search
            ? { search, title: t('modules.organization.list.no_results'), onClear: () => find('') }
            : undefined
        }
        empty={
          <EmptyState title={t('modules.organization.list.empty_title')}>
            {t('modules.organization.list.empty_text')}
          </EmptyState>
        }
      />
    </>
  );
}

const cells = {
  name: (row: Organization) => <NameCell organization={row} />,
  languages: (row: Organization) => row.languages.map((one) => one.toUpperCase()).join(', '),
  since: (row: Organization) => <SinceCell organization={row} />,
  state: (row: Organization) => <StateCell organization={row} />,
  act: (row: Organization) => <ActCell organization={row} />,
  actions: (row: Organization) => <OrganizationActions organization={row} />,
};

type CellProps = { organization: Organization };

function NameCell({ organization: { name, owner_email } }: CellProps) {
  return (
    <div className={classes.name}>
      <b>{name}</b>
      <span>{owner_email}</span>
    </div>
  );
}

function SinceCell({ organization }: CellProps) {
  const { locale } = useI18n();
  return <span className="num">{formatDay(organization.created_at.slice(0, 10), locale)}</span>;
}

function StateCell({ organization }: CellProps) {
  const { t } = useI18n();
  return organization.active ? (
    <StatusPill tint="approved" icon={IconCheck}>
      {t('modules.organization.active')}
    </StatusPill>
  ) : (
    <StatusPill tint="inactive" icon={IconMinus}>
      {t('modules.organization.inactive')}
    </StatusPill>
  );
}

/** Chooses the organisation to act for; every further call is for it, and the banner says so. */
function ActCell({ organization: { id, name } }: CellProps) {
  const { t } = useI18n();
  const store = useSessionStore();
  const { organization: current } = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    const { organization } = await store.actFor(id).finally(() => setBusy(false));
    if (organization?.id === id) await navigate({ to: '/dashboard' });
    else notify({ message: 'modules.organization.act.failed', color: 'error' });
  };
  return (
    <Button onClick={act} disabled={busy} data-open-row>
      {t(current?.id === id ? 'modules.organization.act.again' : 'modules.organization.act.choose')}
      <span className="vh">, {name}</span>
    </Button>
  );
}

function useColumns(): Column<Organization>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.organization.list.column_name'),
        cell: cells.name,
        width: '40%',
        phone: 'name',
      },
      {
        id: 'languages',
        header: t('modules.organization.list.column_languages'),
        cell: cells.languages,
        from: 'lg',
        phone: 'none',
      },
      {
        id: 'since',
        header: t('modules.organization.list.column_since'),
        cell: cells.since,
        from: 'md',
        phone: 'none',
      },
      {
        id: 'state',
        header: t('modules.organization.list.column_state'),
        cell: cells.state,
        phone: 'corner',
      },
      {
        id: 'act',
        header: t('modules.organization.list.column_act'),
        cell: cells.act,
        quiet: true,
      },
      {
        id: 'actions',
        header: t('modules.organization.list.column_actions'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'end',
      },
    ],
    [t],
  );
}
