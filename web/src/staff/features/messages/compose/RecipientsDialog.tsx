import { useInfiniteQuery } from '@tanstack/react-query';
import type { Message } from '@vpisnik/contract/messages';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { InfoDialog } from '../../../../ui/dialog/InfoDialog.tsx';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { type RecipientRow, recipientsQuery } from '../queries.ts';
import classes from './compose.module.css';

const cells = {
  names: ({ names, address }: RecipientRow) => (
    <div className={classes.recipient}>
      <b>{names.join(', ')}</b>
      <span>{address}</span>
    </div>
  ),
  language: ({ language }: RecipientRow) => <LanguageCell language={language} />,
};

function LanguageCell({ language }: Pick<RecipientRow, 'language'>) {
  const { t } = useI18n();
  return t(`layout.languages.${language}`);
}

type RecipientsDialogProps = { message: Message; onClose: () => void };

/** Each address that a draft would go to, with those whom the mail is about. */
export function RecipientsDialog({ message, onClose }: RecipientsDialogProps) {
  const { t } = useI18n();
  const list = useInfiniteQuery(recipientsQuery(useApi(), message));
  const columns: Column<RecipientRow>[] = [
    { id: 'names', header: t('modules.message.recipients.who'), cell: cells.names, phone: 'name' },
    {
      id: 'language',
      header: t('modules.message.recipients.language'),
      cell: cells.language,
      phone: 'corner',
    },
  ];
  return (
    <InfoDialog title={t('modules.message.fields.audience')} size={640} onClose={onClose}>
      <PagedTable
        list={list}
        caption={t('modules.message.recipients.caption')}
        columns={columns}
        empty={<EmptyState title={t('modules.message.wrong.audience')} />}
      />
    </InfoDialog>
  );
}
