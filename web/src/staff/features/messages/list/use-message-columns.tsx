import { Menu } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MessageSummary } from '@vpisnik/contract/messages';
import { formatDateTime, formatInstant } from '@vpisnik/contract/rules/format';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useMemo, useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { DeleteDraft } from '../compose/DeleteDraft.tsx';
import { Delivery } from '../log/Delivery.tsx';
import { useCopyMessage } from '../use-copy-message.ts';
import { isLeftHalfway, otherSender } from '../words.ts';
import classes from './list.module.css';

type CellProps = { message: MessageSummary };

const cells = {
  what: (message: MessageSummary) => <WhatCell message={message} />,
  when: (message: MessageSummary) => <WhenCell message={message} />,
  delivery: (message: MessageSummary) => <Delivery message={message} />,
  actions: (message: MessageSummary) => <ActsCell message={message} />,
};

/** The subject of a message, or that it has none yet. */
function useTitle({ subjects }: MessageSummary): string {
  const { t, locale } = useI18n();
  return bestText(subjects, locale).text || t('modules.message.no_subject');
}

function WhatCell({ message }: CellProps) {
  const { t, locale } = useI18n();
  const { id, kind, group_name } = message;
  const about = [
    kind && t(`modules.message.kinds.${kind}.label`),
    group_name && bestText(group_name, locale).text,
  ].filter(Boolean);
  return (
    <div className={classes.what}>
      <Link to="/messages/$message_id" params={{ message_id: id }}>
        {useTitle(message)}
      </Link>
      {about.length > 0 && <span>{about.join(', ')}</span>}
    </div>
  );
}

/** When it left, leaves or was changed last, and who wrote and sent it. */
function WhenCell({ message }: CellProps) {
  const { state, sent_at, send_at, updated_at, author } = message;
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const at = state === 'planned' ? send_at : sent_at;
  const sender = otherSender(message);
  return (
    <div className={classes.what}>
      <span className="num">
        {at === null
          ? t('modules.messages.list.changed', { when: formatInstant(updated_at, { locale, timeZone }) })
          : formatDateTime(at, { locale, timeZone })}
      </span>
      <span>
        {sender ? t('modules.messages.list.sent_by', { author: author.name, sender }) : author.name}
      </span>
    </div>
  );
}

function ActsCell({ message }: CellProps) {
  const { t } = useI18n();
  const copy = useCopyMessage();
  const title = useTitle(message);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <RowMenu name={title}>
        {isLeftHalfway(message) && (
          <Menu.Item
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={() => void copy(message.id, 'unreached')}
          >
            {t('modules.message.copy_unreached')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={() => void copy(message.id)}
        >
          {t(isLeftHalfway(message) ? 'modules.message.copy_everybody' : 'modules.message.copy')}
        </Menu.Item>
        {message.state === 'draft' && (
          <Menu.Item
            leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
            color="error"
            onClick={() => setDeleting(true)}
          >
            {t('modules.message.delete.confirm')}
          </Menu.Item>
        )}
      </RowMenu>
      <DeleteDraft message={message} opened={isDeleting} onClose={() => setDeleting(false)} inList />
    </>
  );
}

/** The columns of the list of messages. */
export function useMessageColumns(): Column<MessageSummary>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'what', header: t('modules.messages.list.what'), cell: cells.what, width: '42%', phone: 'name' },
      { id: 'when', header: t('modules.messages.list.when'), cell: cells.when, width: '22%', phone: 'line' },
      { id: 'delivery', header: t('modules.messages.list.delivery'), cell: cells.delivery, phone: 'line' },
      {
        id: 'actions',
        header: t('modules.messages.columns.actions'),
        cell: cells.actions,
        quiet: true,
        align: 'end',
        phone: 'menu',
      },
    ],
    [t],
  );
}
