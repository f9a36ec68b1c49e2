import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Api, useApi } from '../../../lib/api.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { asksFactors } from '../../routing/settings-sections.ts';
import { ClosureSection } from '../closures/ClosureSection.tsx';
import { FeeRulesSection } from '../fee-rules/FeeRulesSection.tsx';
import { ArchiveSection } from '../organization-archives/ArchiveSection.tsx';
import { PaymentSection } from '../payment-settings/PaymentSection.tsx';
import { GuideSection } from './GuideSection.tsx';
import { OwnerSection } from './OwnerSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import classes from './settings.module.css';

/** The organisation for its form; never cached, since the form's initial values must be fresh. */
const settingsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...api.organizations.get.key({ params: { id } }), 'form'],
    queryFn: ({ signal }) => api.organizations.get({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The organisation's settings: what it is called, its languages and zone, and its profile. */
export function SettingsPage() {
  const { t } = useI18n();
  const store = useSessionStore();
  const { organization, organizationError } = useSession();
  const id = organization?.id ?? '';
  const query = useQuery({ ...settingsQuery(useApi(), id), enabled: organization !== null });
  return (
    <>
      <PageHeader title={t('layout.titles.settings')} fact={t('modules.settings.fact')} />
      {query.data ? (
        <>
          <SectionIndex />
          <SettingsForm key={id} organization={query.data} />
          <OwnerSection key={`${id} owner`} organization={query.data} />
          <PaymentSection key={`${id} payments`} organization={query.data} />
          <FeeRulesSection key={`${id} discounts`} />
          <ClosureSection key={`${id} closures`} organization={query.data} />
          {asksFactors() && <SecondFactorSection key={`${id} factor`} organization={query.data} />}
          <ArchiveSection key={`${id} archive`} organization={query.data} />
          <div className={classes.apart}>
            <GuideSection />
          </div>
        </>
      ) : query.isError || !organization ? (
        <QueryFailed
          error={query.error ?? organizationError}
          onRetry={organization ? query.refetch : store.reload}
        />
      ) : (
        <Pending />
      )}
    </>
  );
}
