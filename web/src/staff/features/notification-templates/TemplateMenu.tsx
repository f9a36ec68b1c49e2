import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconPencil,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { useStatusChange } from '../../../ui/use-status-change.ts';
import { AddTemplate } from './AddTemplate.tsx';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { useRememberTemplate } from './queries.ts';
import { Versions } from './Versions.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type TemplateMenuProps = {
  template: TemplateSummary;
  inEditor?: boolean;
  /** Unsaved changes stand in the way of bringing a version back. */
  isDirty?: boolean;
  /** Asks to bring all texts back to the system's; left out where none differs. */
  onRestore?: (() => void) | undefined;
};

/** The "…" of a template: edit, copy, default, versions, restore, (de)activate, delete. A system template is only opened and copied. */
export function TemplateMenu({ template, inEditor = false, isDirty = false, onRestore }: TemplateMenuProps) {
  const { t } = useI18n();
  const api = useApi();
  const navigate = useNavigate();
  const remember = useRememberTemplate();
  const [opened, open] = useState<'copy' | 'versions' | 'delete' | null>(null);
  const { id, active, is_default, system, version } = template;
  const status = useStatusChange({
    setActive: async (of, now) =>
      remember(await api.notification_templates.setStatus({ params: { id: of }, body: { active: now } })),
    activated: 'modules.notification_template.done.activated',
    deactivated: 'modules.notification_template.done.deactivated',
    failed: 'errors.notification_template.status',
  });
  const setDefault = async () => {
    try {
      const body = { is_default: !is_default, version };
      await remember(await api.notification_templates.update({ params: { id }, body }));
      notify({
        message: is_default
          ? 'modules.notification_template.done.not_default'
          : 'modules.notification_template.done.default',
        act: 'errors.notification_template.save',
      });
    } catch (error) {
      notifyFailure(error, t, 'errors.notification_template.save');
      await remember();
    }
  };
  const close = () => open(null);
  return (
    <>
      <RowMenu name={template.name}>
        {!inEditor && (
          <Menu.Item
            leftSection={system ? <IconEye {...icon} /> : <IconPencil {...icon} />}
            onClick={() => navigate({ to: '/notifications/$template_id', params: { template_id: id } })}
          >
            {t(
              system ? 'modules.notification_template.menu.show' : 'modules.notification_template.menu.edit',
            )}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => open('copy')}>
          {t(system ? 'modules.notification_template.customise' : 'modules.notification_template.menu.copy')}
        </Menu.Item>
        {!system && (
          <>
            {(active || is_default) && (
              <Menu.Item leftSection={<IconStar {...icon} />} onClick={setDefault}>
                {t(
                  is_default
                    ? 'modules.notification_template.menu.not_default'
                    : 'modules.notification_template.menu.default',
                )}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => open('versions')}>
              {t('modules.notification_template.versions.title')}
            </Menu.Item>
            {onRestore && (
              <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={onRestore}>
                {t('modules.notification_template.restore.all.open')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={active ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
              onClick={() => status.change(id, !active)}
            >
              {t(active ? 'modules.catalogue.deactivate' : 'modules.catalogue.activate')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash {...icon} />} color="error" onClick={() => open('delete')}>
              {t('modules.notification_template.delete.confirm')}
            </Menu.Item>
          </>
        )}
      </RowMenu>
      {opened === 'copy' && <AddTemplate of={template} onClose={close} />}
      {opened === 'versions' && <Versions template={template} isDirty={isDirty} onClose={close} />}
      <DeleteTemplate
        template={template}
        opened={opened === 'delete'}
        onClose={close}
        onDeleted={() => {
          if (inEditor) void navigate({ to: '/notifications' });
        }}
      />
    </>
  );
}
