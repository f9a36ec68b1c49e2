import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Organization } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowMenu } from '../../../ui/RowMenu.tsx';
import { useStatusChange } from '../../../ui/use-status-change.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Deactivates or activates an organisation, after a question that names it. */
export function OrganizationActions({ organization: { id, name, active } }: { organization: Organization }) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const store = useSessionStore();
  const { organization: current } = useSession();
  const [asking, question] = useDisclosure(false);
  const status = useStatusChange({
    setActive: async (target, value) => {
      await api.organizations.setStatus({ params: { id: target }, body: { active: value } });
      if (current?.id === target) await store.reload();
      await queryClient.invalidateQueries({ queryKey: api.organizations.list.key() });
    },
    activated: 'modules.organization.done.activated',
    deactivated: 'modules.organization.done.deactivated',
    failed: 'errors.organization.status',
  });
  const change = async () => {
    await status.change(id, !active, false);
    question.close();
  };
  const action = active ? 'deactivate' : 'activate';
  const Icon = active ? IconEyeOff : IconEye;
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item
          leftSection={<Icon {...icon} />}
          {...(active && { color: 'error' })}
          onClick={question.open}
        >
          {t(`modules.organization.${action}.confirm`)}
        </Menu.Item>
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={t(`modules.organization.${action}.title`, { name })}
        confirm={t(`modules.organization.${action}.confirm`)}
        danger={active}
        busy={status.busy}
        onConfirm={change}
        onCancel={question.close}
      >
        {t(`modules.organization.${action}.text`)}
      </ConfirmDialog>
    </>
  );
}
