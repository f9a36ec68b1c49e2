import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { parsePaymentsSearch, withoutFilters } from './address.ts';
import { CreatePayments } from './CreatePayments.tsx';
import { PaymentList } from './PaymentList.tsx';

/** The part of the group's address that is the payments'. */
const parse = (search: Record<string, unknown>) => ({
  ...parsePaymentsSearch({ ...search, group_id: undefined, view: undefined }),
  tab: 'payments' as const,
});

/** A group's payments; filters and the open participant are in the address. */
export function GroupPayments({ group }: { group: { id: string } }) {
  const { t } = useI18n();
  const { address, go, set } = useAddress(parse);
  const { tab: _, ...search } = address;
  return (
    <PaymentList
      search={search}
      onChange={go}
      onClear={() => set(({ tab, ...now }) => ({ tab, ...withoutFilters(now) }))}
      groupId={group.id}
      empty={
        <EmptyState
          title={t('modules.payment_list.empty_title')}
          actions={<CreatePayments groupId={group.id} filled />}
        >
          {t('modules.payment_list.empty_text')}
        </EmptyState>
      }
    />
  );
}
