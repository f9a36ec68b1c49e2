import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ListedOrganization } from '@vpisnik/contract/organizations';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { DeleteOrganization } from './DeleteOrganization.tsx';
import { type OrganizationAct, OrganizationQuestion } from './OrganizationQuestion.tsx';
import { useActFor } from './use-act-for.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The "…" of an organisation. One that is deleted can only be restored. */
export function OrganizationActions({ organization }: { organization: ListedOrganization }) {
  const { t } = useI18n();
  const { id, name, active, delete_after } = organization;
  const navigate = useNavigate();
  const { actFor } = useActFor();
  const [act, ask] = useState<OrganizationAct | null>(null);
  const [deleting, setDeleting] = useState(false);
  const edit = async () => {
    if (await actFor(id)) await navigate({ to: '/settings' });
  };
  const Eye = active ? IconEyeOff : IconEye;
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={edit}>
          {t('modules.organization.edit')}
        </Menu.Item>
        {delete_after ? (
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => ask('restore')}>
            {t('modules.organization.restore.confirm')}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item
              leftSection={<Eye {...icon} />}
              onClick={() => ask(active ? 'deactivate' : 'activate')}
            >
              {t(`modules.organization.${active ? 'deactivate' : 'activate'}.confirm`)}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash {...icon} />} color="error" onClick={() => setDeleting(true)}>
              {t('modules.organization.delete.confirm')}
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <OrganizationQuestion organization={organization} act={act} onClose={() => ask(null)} />
      {deleting && <DeleteOrganization organization={organization} onClose={() => setDeleting(false)} />}
    </>
  );
}
