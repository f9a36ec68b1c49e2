import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog.tsx';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { useStatusChange } from '../../../ui/use-status-change.ts';
import { useCatalogueAddress } from './address.ts';
import { OrderItems } from './order.tsx';
import { type CatalogueRow, useCatalogue, useRefreshCatalogue } from './queries.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The "…" of a row: edit, (de)activate, delete. */
export function RowActions({ row }: { row: CatalogueRow }) {
  const { t, locale } = useI18n();
  const { noun, calls, nameOf, menuItems } = useCatalogue<CatalogueRow>();
  const { go } = useCatalogueAddress();
  const refresh = useRefreshCatalogue(calls);
  const [deleting, dialog] = useDisclosure(false);
  const status = useStatusChange({
    setActive: async (id, active) => {
      await calls.setStatus({ params: { id }, body: { active } });
      await refresh();
    },
    activated: `modules.${noun}.done.activated`,
    deactivated: `modules.${noun}.done.deactivated`,
    failed: `errors.${noun}.status`,
  });
  const { id, active } = row;
  const name = nameOf(row, locale);
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item
          leftSection={<IconPencil {...icon} />}
          onClick={() => go({ edit: id }, { replace: false })}
        >
          {t('modules.catalogue.edit')}
        </Menu.Item>
        {menuItems?.(row)}
        <OrderItems id={id} />
        <Menu.Item
          leftSection={active ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
          onClick={() => status.change(id, !active)}
        >
          {t(active ? 'modules.catalogue.deactivate' : 'modules.catalogue.activate')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash {...icon} />} color="error" onClick={dialog.open}>
          {t(`modules.${noun}.delete.confirm`)}
        </Menu.Item>
      </RowMenu>
      <DeleteDialog
        opened={deleting}
        inUse={row.groups_count > 0}
        ask={{
          title: t(`modules.${noun}.delete.title`, { name }),
          text: t(`modules.${noun}.delete.text`),
          confirm: t(`modules.${noun}.delete.confirm`),
        }}
        refused={{
          title: t(`modules.${noun}.delete.refused_title`, { name }),
          text: t(active ? `modules.${noun}.delete.refused` : `modules.${noun}.delete.refused_inactive`),
          confirm: t(active ? 'modules.catalogue.deactivate' : 'modules.catalogue.close'),
        }}
        deleted={`modules.${noun}.done.deleted`}
        failed={`errors.${noun}.delete`}
        remove={async () => {
          await calls.remove({ params: { id } });
          await refresh();
        }}
        deactivate={active ? () => status.change(id, false) : undefined}
        onClose={dialog.close}
      />
    </>
  );
}
