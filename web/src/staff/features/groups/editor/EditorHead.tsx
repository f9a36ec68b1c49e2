import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconEye } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { groupName } from '@vpisnik/contract/groups';
import { useState } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { applicationLink } from '../../sharing/links.ts';
import { Enrolment } from '../Enrolment.tsx';
import { type GroupAct, GroupActs } from '../GroupActs.tsx';
import { GroupMenuItems } from '../GroupMenuItems.tsx';
import { standsSentence } from '../stands.ts';
import { useGroupStatus } from '../use-group-status.ts';
import { useEditor } from './editor-context.ts';

/** The group's name, its state in one sentence, and the menu of actions on the whole group. */
export function EditorHead() {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { group, form, refuse } = useEditor();
  const back = { to: '/groups', label: t('modules.group.groups') } as const;
  const { organization } = useSession();
  const navigate = useNavigate();
  const { change } = useGroupStatus();
  const [act, setAct] = useState<GroupAct | null>(null);
  if (!group) {
    return (
      <PageHeader
        title={t('modules.group.editor.new_title')}
        back={back}
        fact={t('modules.group.stands.new')}
      />
    );
  }
  const name = groupName(group, locale);
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        state={
          <>
            <Enrolment group={group} />
            <span>{standsSentence(group, { t, locale, timeZone })}</span>
          </>
        }
        actions={
          <>
            {organization && group.active && (
              <Button
                component="a"
                href={applicationLink(organization, group)}
                target="_blank"
                rel="noopener"
                leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
              >
                {t('modules.group.actions.preview')}
              </Button>
            )}
            <Menu>
              <Menu.Target>
                <ActionIcon variant="default" aria-label={t('modules.group.actions.more')}>
                  <IconDots size={18} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <GroupMenuItems
                  group={group}
                  onStatus={(status) => change(group, status, { onDone: form.receive, onIncomplete: refuse })}
                  onAct={setAct}
                />
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      <GroupActs
        group={group}
        act={act}
        onClose={() => setAct(null)}
        onDeleted={() => navigate({ to: '/groups' })}
      />
    </>
  );
}
