import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PaymentAccount } from '@vpisnik/contract/payments';
import { bestText, languages } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import { textsQuery } from '../../../../lib/text/texts-query.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { AccountSheet } from './AccountSheet.tsx';
import classes from './account.module.css';
import { parseAccountSearch } from './address.ts';

/** All payments of a participant, or of the family, for paper, in the language of who pays. */
export function AccountPage({ id }: { id: string }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { address, go } = useAddress(parseAccountSearch);
  const account = useQuery({
    ...api.payments.account.options({
      params: { id },
      query: { family: address.family ? 'true' : 'false' },
    }),
    // it is printed: what it says is what there is now
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data } = account;
  const language = address.language ?? data?.language;
  const words = useQuery(textsQuery(language));
  const isReady = data !== undefined && words.data !== undefined && !account.isPlaceholderData;
  const error = account.error ?? words.error;
  return (
    <>
      <div className="no-print">
        <Head id={id} account={data} isReady={isReady} />
        {data && (
          <div className={classes.choices}>
            {data.has_family && (
              <Checkbox
                label={t('modules.payment_account.family')}
                checked={address.family ?? false}
                onChange={(event) => void go({ family: event.currentTarget.checked || undefined })}
              />
            )}
            <SegmentedControl
              aria-label={t('modules.payment_account.language')}
              value={language ?? locale}
              onChange={(value) => void go({ language: value as Locale })}
              data={languages.map((value) => ({ value, label: t(`layout.own_names.${value}`) }))}
            />
          </div>
        )}
        {data && !data.payee && <p className={classes.missing}>{t('modules.payment_account.missing')}</p>}
      </div>
      {data && words.data && language ? (
        <AccountSheet account={data} t={words.data} locale={language} isBusy={!isReady} />
      ) : error ? (
        <QueryFailed
          error={error}
          onRetry={() => {
            void account.refetch();
            void words.refetch();
          }}
        />
      ) : (
        <Pending />
      )}
    </>
  );
}

type HeadProps = { id: string; account: PaymentAccount | undefined; isReady: boolean };

function Head({ id, account, isReady }: HeadProps) {
  const { t, locale } = useI18n();
  const seesAll = useMay('participants.list');
  const [person] = account?.people ?? [];
  return (
    <PageHeader
      title={t('layout.titles.payment_account')}
      back={
        seesAll || !person
          ? {
              to: seesAll ? '/participants/$participant_id' : '/groups',
              params: { participant_id: id },
              label: person?.name ?? t('modules.participant.participants'),
            }
          : {
              to: '/groups/$group_id',
              params: { group_id: person.group_id },
              search: { tab: 'participants', participant: id },
              label: person.name,
            }
      }
      fact={person && bestText(person.group_name, locale).text}
      actions={
        <Button
          variant="filled"
          leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          disabled={!isReady}
          onClick={() => window.print()}
        >
          {t('modules.payment_account.print')}
        </Button>
      }
    />
  );
}
