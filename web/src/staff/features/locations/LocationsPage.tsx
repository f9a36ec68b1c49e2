import type { Location } from '@vpisnik/contract/locations';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { CataloguePage } from '../catalogue/CataloguePage.tsx';
import { ActiveCell, GroupsCell, OpenCell } from '../catalogue/Cells.tsx';
import type { Catalogue } from '../catalogue/queries.ts';
import { RowActions } from '../catalogue/RowActions.tsx';
import { ImportLink } from '../imports/ImportLink.tsx';
import { LocationForm } from './LocationForm.tsx';
import { MapLink } from './MapLink.tsx';

/** Page of the locations where groups meet. */
export function LocationsPage() {
  const { t } = useI18n();
  const api = useApi();
  const catalogue = useMemo(
    (): Catalogue<Location> => ({ noun: 'location', calls: api.locations, nameOf: ({ name }) => name }),
    [api],
  );
  return (
    <CataloguePage
      catalogue={catalogue}
      title={t('layout.titles.locations')}
      columns={useColumns()}
      more={<ImportLink kind="locations" />}
      form={(row) => <LocationForm location={row} />}
    />
  );
}

const cells = {
  name: (row: Location) => <OpenCell id={row.id} name={row.name} second={row.address} />,
  places: (row: Location) => <PlacesCell location={row} />,
  map: (row: Location) => <MapLink link={row.google_maps_link} name={row.name} />,
  groups: (row: Location) => <GroupsCell row={row} filter="location_id" />,
  state: (row: Location) => <ActiveCell row={row} />,
  actions: (row: Location) => <RowActions row={row} />,
};

function PlacesCell({ location: { max_participants: limit } }: { location: Location }) {
  const { t } = useI18n();
  return limit === null
    ? t('modules.location.list.unlimited')
    : t('modules.location.list.places', { count: limit });
}

function useColumns(): Column<Location>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.location.list.column_name'),
        cell: cells.name,
        width: '36%',
        phone: 'name',
      },
      { id: 'places', header: t('modules.location.list.column_places'), cell: cells.places },
      {
        id: 'map',
        header: t('modules.location.list.column_map'),
        cell: cells.map,
        from: 'md',
        phone: 'none',
      },
      { id: 'state', header: t('modules.catalogue.state'), cell: cells.state, phone: 'corner' },
      { id: 'groups', header: t('modules.group.groups'), cell: cells.groups },
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
