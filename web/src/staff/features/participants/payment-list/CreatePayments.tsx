import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { countsQuery, rosterCountsQuery } from '../queries.ts';
import { everybodyIn } from '../writing/audience.ts';

const PaymentsDialog = onDemand(
  async () => (await import('../bulk-payments/PaymentsDialog.tsx')).PaymentsDialog,
);

type CreatePaymentsProps = { groupId: string | null; filled?: boolean };

/**
 * Adds a payment to all approved participants of a group, or of all groups that are not over, once their number is known;
 * renders nothing where there are none.
 */
export function CreatePayments({ groupId, filled = false }: CreatePaymentsProps) {
  const { t } = useI18n();
  const api = useApi();
  const counts = useQuery(groupId ? rosterCountsQuery(api, groupId) : countsQuery(api));
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const filter = {
    status: ['approved' as const],
    ...(groupId ? { group_id: [groupId] } : { period: ['current' as const, 'upcoming' as const] }),
  };
  const { data } = useQuery({
    ...api.participants.list.options({ query: { ...filter, limit: '1', with_total: 'true' } }),
    enabled: isOpen,
    staleTime: 0,
  });
  const mayManage = useMay('payments.manage');
  if (!mayManage || !counts.data?.approved) return null;
  return (
    <>
      <Button
        {...(filled && { variant: 'filled' })}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('modules.payment_list.create')}
      </Button>
      {isOpen && data?.total !== undefined && (
        <PaymentsDialog
          selection={{ ...everybodyIn(filter), expected_count: data.total }}
          onClose={close}
          onStarted={close}
        />
      )}
    </>
  );
}
