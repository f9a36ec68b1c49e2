import { Menu } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import type { Category } from '@vpisnik/contract/categories';
import { bestText } from '@vpisnik/contract/common';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { CataloguePage } from '../catalogue/CataloguePage.tsx';
import { ActiveCell, GroupsCell, LanguagesCell, NameCell } from '../catalogue/Cells.tsx';
import type { Catalogue } from '../catalogue/queries.ts';
import { RowActions } from '../catalogue/RowActions.tsx';
import { ImportLink } from '../imports/ImportLink.tsx';
import { copyLink } from '../sharing/links.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { categoryLink } from './category-link.ts';

// Opened now and then, from a list that is opened every day.
const ShareCategory = lazy(async () => ({ default: (await import('./ShareCategory.tsx')).ShareCategory }));

/** Page of the categories that groups are listed under. */
export function CategoriesPage() {
  const { t } = useI18n();
  const api = useApi();
  const { organization } = useSession();
  const [sharing, setSharing] = useState<Category | null>(null);
  const catalogue = useMemo(
    (): Catalogue<Category> => ({
      noun: 'category',
      calls: api.categories,
      nameOf: (row, locale) => bestText(row.name, locale).text,
      menuItems: (row) => <LinkItems category={row} onShare={() => setSharing(row)} />,
    }),
    [api],
  );
  return (
    <>
      <CataloguePage
        catalogue={catalogue}
        title={t('layout.titles.categories')}
        columns={useColumns()}
        more={<ImportLink kind="categories" />}
        form={(row) => <CategoryForm category={row} />}
      />
      <Suspense>
        {sharing && organization && (
          <ShareCategory
            category={sharing}
            organizationId={organization.id}
            onClose={() => setSharing(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The ways to the category's public page; only an active one has it. */
function LinkItems({ category, onShare }: { category: Category; onShare: () => void }) {
  const { t } = useI18n();
  const { organization } = useSession();
  if (!organization || !category.active) return null;
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy {...icon} />}
        onClick={() => copyLink(categoryLink(organization.id, category.id))}
      >
        {t('modules.category.copy_link')}
      </Menu.Item>
      <Menu.Item leftSection={<IconQrcode {...icon} />} onClick={onShare}>
        {t('modules.category.share.open')}
      </Menu.Item>
    </>
  );
}

const cells = {
  name: (row: Category) => <NameCell row={row} />,
  languages: (row: Category) => <LanguagesCell languages={row.languages} />,
  groups: (row: Category) => <GroupsCell row={row} filter="category_id" />,
  state: (row: Category) => <ActiveCell row={row} />,
  actions: (row: Category) => <RowActions row={row} />,
};

function useColumns(): Column<Category>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.category.list.column_name'),
        cell: cells.name,
        width: '45%',
        phone: 'name',
      },
      { id: 'languages', header: t('modules.catalogue.languages'), cell: cells.languages, phone: 'none' },
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
