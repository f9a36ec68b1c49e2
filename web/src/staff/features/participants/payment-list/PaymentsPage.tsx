import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { ListTabs } from '../ListTabs.tsx';
import { PeopleFact } from '../PeopleFact.tsx';
import { useLinkedView } from '../views/use-linked-view.ts';
import { ViewNotice } from '../views/ViewNotice.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { parsePaymentsSearch, withoutFilters } from './address.ts';
import { CreatePayments } from './CreatePayments.tsx';
import { PaymentList } from './PaymentList.tsx';
import { paymentCountQuery } from './queries.ts';
import { paymentStarterNames, paymentStarters, paymentViews } from './views.ts';

/** Payments of all groups. */
export function PaymentsPage() {
  const { t } = useI18n();
  const { address, go, set } = useAddress(parsePaymentsSearch);
  useLinkedView(paymentViews, address, set);
  const searches = paymentStarters(localDay(new Date(), useTimeZone()));
  const starters = paymentStarterNames.map((name) => ({
    name: t(`modules.payment_list.views.${name}`),
    search: searches[name],
  }));
  return (
    <>
      <PageHeader
        title={t('modules.participant.participants')}
        tab={t('modules.participant.tabs.payments')}
        fact={<PeopleFact />}
        actions={
          <>
            <Button renderRoot={(props) => <Link to="/payments/report" {...props} />}>
              {t('modules.payment_report.link')}
            </Button>
            <Button renderRoot={(props) => <Link to="/payments/statements" {...props} />}>
              {t('modules.statement.file.heading')}
            </Button>
            <CreatePayments groupId={null} filled />
          </>
        }
      />
      {address.view && <ViewNotice id={address.view} list="payments" />}
      <ListTabs active="payments" payments={useQuery(paymentCountQuery(useApi())).data} />
      <PaymentList
        search={address}
        onChange={go}
        onClear={() => set(withoutFilters)}
        views={(columns) => (
          <ViewsMenu of={paymentViews} search={address} {...{ starters, columns }} onGo={set} />
        )}
        groupId={null}
        empty={<NoPayments />}
      />
    </>
  );
}

function NoPayments() {
  const { t } = useI18n();
  return (
    <EmptyState
      title={t('modules.payment_list.empty_title')}
      actions={
        <>
          <CreatePayments groupId={null} />
          <Button renderRoot={(props) => <Link to="/participants" {...props} />}>
            {t('modules.payment_list.empty_link')}
          </Button>
        </>
      }
    >
      {t('modules.payment_list.empty_text')}
    </EmptyState>
  );
}
