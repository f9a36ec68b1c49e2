import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { OutgoingMail } from '@vpisnik/contract/mails';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useMemo } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { mailState, mailTitle, reasonOf } from '../../participants/panel/mail-words.ts';
import { MailRowMenu } from './MailRowMenu.tsx';
import classes from './outbox.module.css';

type CellProps = { mail: OutgoingMail };

const cells = {
  who: (mail: OutgoingMail) => <WhoCell mail={mail} />,
  what: (mail: OutgoingMail) => <WhatCell mail={mail} />,
  state: (mail: OutgoingMail) => <StateCell mail={mail} />,
  when: (mail: OutgoingMail) => <WhenCell mail={mail} />,
  actions: (mail: OutgoingMail) => <MailRowMenu mail={mail} />,
};

/** Whom it is about, and where it goes. */
function WhoCell({ mail: { participant_id, participant_name, recipient_kind, to_address } }: CellProps) {
  const { t } = useI18n();
  const to = to_address ?? (recipient_kind === 'staff' ? t('modules.participant_mails.staff') : '');
  return (
    <div className={classes.who}>
      {participant_id !== null && (
        <Link to="/participants/$participant_id" params={{ participant_id }}>
          {participant_name}
        </Link>
      )}
      <span title={to}>{to}</span>
    </div>
  );
}

function WhatCell({ mail }: CellProps) {
  const { t, locale } = useI18n();
  return (
    <div className={classes.who}>
      {mailTitle(mail, t)}
      {mail.group_name && <span>{bestText(mail.group_name, locale).text}</span>}
    </div>
  );
}

/** Where it stands and why, with what the mail server said. */
function StateCell({ mail }: CellProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { said } = reasonOf(mail);
  return (
    <div className={classes.state}>
      <div>{mailState(mail, { t, locale, timeZone })}</div>
      {mail.attempts > 1 && <span>{t('modules.messages.attempts', { count: mail.attempts })}</span>}
      {said && <q>{said}</q>}
    </div>
  );
}

function WhenCell({ mail: { created_at } }: CellProps) {
  const { locale } = useI18n();
  const timeZone = useTimeZone();
  return <span className="num">{formatInstant(created_at, { locale, timeZone })}</span>;
}

/** The columns of the outbox. */
export function useOutboxColumns(): Column<OutgoingMail>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'who', header: t('modules.messages.columns.who'), cell: cells.who, width: '26%', phone: 'name' },
      {
        id: 'what',
        header: t('modules.messages.columns.what'),
        cell: cells.what,
        width: '24%',
        phone: 'line',
      },
      { id: 'state', header: t('modules.messages.columns.state'), cell: cells.state, phone: 'line' },
      { id: 'when', header: t('modules.messages.columns.when'), cell: cells.when, phone: 'none' },
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
