import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Message } from '@vpisnik/contract/messages';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useMemo } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { reasonOf } from '../../participants/panel/mail-words.ts';
import { type DeliveryPart, type RecipientRow, recipientsQuery } from '../queries.ts';
import classes from './log.module.css';
import { SendAgain } from './SendAgain.tsx';

type CellProps = { recipient: RecipientRow };

const cells = {
  who: (recipient: RecipientRow) => <WhoCell recipient={recipient} />,
  language: (recipient: RecipientRow) => <LanguageCell recipient={recipient} />,
  state: (recipient: RecipientRow) => <StateCell recipient={recipient} />,
};

function WhoCell({ recipient: { names, participant_id, address } }: CellProps) {
  const seesAll = useMay('participants.list');
  const name = names.join(', ');
  return (
    <div className={classes.who}>
      {seesAll ? (
        <Link to="/participants/$participant_id" params={{ participant_id }}>
          {name}
        </Link>
      ) : (
        <b>{name}</b>
      )}
      <span>{address}</span>
    </div>
  );
}

function LanguageCell({ recipient: { language } }: CellProps) {
  const { t } = useI18n();
  return t(`layout.languages.${language}`);
}

/** Where its mail stands and why, with what the mail server said. */
function StateCell({ recipient }: CellProps) {
  const { mail } = recipient;
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  if (mail === null) return t('modules.message.recipients.to_come');
  const { state, sent_at } = mail;
  const { reason, said } = reasonOf(mail);
  return (
    <div className={classes.who}>
      {reason ? (
        <div>{t(`modules.participant_mails.reasons.${reason}`)}</div>
      ) : state === 'sent' && sent_at !== null ? (
        <div>
          {t('modules.participant_mails.sent', { when: formatInstant(sent_at, { locale, timeZone }) })}
        </div>
      ) : (
        <div>{t(`modules.participant_mails.states.${state}`)}</div>
      )}
      {said && <q>{said}</q>}
      {state === 'failed' && <SendAgain mail={mail} recipient={recipient} />}
    </div>
  );
}

type RecipientsProps = { message: Message; part: DeliveryPart | undefined };

/** Each address that a message went or goes to, with the state of its mail; of a part, those whose mails it counts. */
export function Recipients({ message, part }: RecipientsProps) {
  const { t } = useI18n();
  const list = useInfiniteQuery(recipientsQuery(useApi(), message, part));
  const isWritten = message.state !== 'sending';
  const columns = useMemo(
    (): Column<RecipientRow>[] => [
      {
        id: 'who',
        header: t('modules.message.recipients.who'),
        cell: cells.who,
        width: '44%',
        phone: 'name',
      },
      {
        id: 'language',
        header: t('modules.message.recipients.language'),
        cell: cells.language,
        width: '18%',
        phone: 'corner',
      },
      { id: 'state', header: t('modules.message.recipients.state'), cell: cells.state, phone: 'line' },
    ],
    [t],
  );
  return (
    <PagedTable
      list={list}
      caption={t('modules.message.recipients.caption')}
      columns={columns}
      empty={<EmptyState title={t(`modules.message.recipients.${isWritten ? 'none' : 'coming'}`)} />}
    />
  );
}
