import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { countsQuery, rosterCountsQuery } from '../queries.ts';
import { everybodyIn } from '../writing/with-count.ts';

const PaymentsDialog = onDemand(
  async () => (await import('../bulk-payments/PaymentsDialog.tsx')).PaymentsDialog,
);

type CreatePaymentsProps = { groupId: string | null; filled?: boolean };

/** Adds a payment to all approved participants, of one group where that is given; nothing where there are none. */
export function CreatePayments({ groupId, filled = false }: CreatePaymentsProps) {
  const { t } = useI18n();
  const api = useApi();
  const counts = useQuery(groupId ? rosterCountsQuery(api, groupId) : countsQuery(api));
  const approved = counts.data?.approved ?? 0;
  const mayManage = useMay('payments.manage');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!mayManage || approved === 0) return null;
  const filter = { status: ['approved' as const], ...(groupId && { group_id: [groupId] }) };
  return (
    <>
      <Button
        {...(filled && { variant: 'filled' })}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('modules.payment_list.create')}
      </Button>
      {isOpen && (
        <PaymentsDialog selection={everybodyIn(filter, approved)} onClose={close} onStarted={close} />
      )}
    </>
  );
}
