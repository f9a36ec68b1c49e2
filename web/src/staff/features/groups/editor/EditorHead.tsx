import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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
import { type StatusChange, useGroupStatus } from '../use-group-status.ts';
import type { EditorTab } from './address.ts';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';

/** The group's name, its state in one sentence, and the menu of actions on the whole group. */
export function EditorHead({ tab }: { tab: EditorTab }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { group, form, refuse } = useEditor();
  const back = { to: '/groups', label: t('modules.group.groups') } as const;
  const { organization } = useSession();
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false });
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
  const onStatus = (status: StatusChange) =>
    change(group, status, { onDone: form.receive, onIncomplete: refuse });
  const stands = (
    <>
      <Enrolment group={group} />
      <span>{standsSentence(group, { t, locale, timeZone })}</span>
    </>
  );
  const isShort = isPhone && (tab === 'participants' || tab === 'payments');
  const preview = organization &&
    group.active && {
      component: 'a' as const,
      href: applicationLink(organization, group),
      target: '_blank',
      rel: 'noopener',
      leftSection: <IconEye size={18} stroke={1.75} aria-hidden />,
      children: t('modules.group.actions.preview'),
    };
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        state={isShort ? undefined : stands}
        actions={
          <>
            {preview && !isShort && <Button {...preview} />}
            <Menu>
              <Menu.Target>
                <ActionIcon variant="default" aria-label={t('modules.group.actions.more')}>
                  <IconDots size={18} stroke={1.75} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {isShort && <Menu.Label className={classes.stands}>{stands}</Menu.Label>}
                {isShort && preview && <Menu.Item {...preview} />}
                <GroupMenuItems group={group} onStatus={onStatus} onAct={setAct} />
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      <GroupActs
        group={group}
        act={act}
        onStatus={onStatus}
        onClose={() => setAct(null)}
        onDeleted={() => navigate({ to: '/groups' })}
      />
    </>
  );
}
