import { Button, Checkbox, Group, Radio, Select, Skeleton, Textarea } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EmailList } from '@vpisnik/contract/bulk-jobs';
import { ApiError } from '@vpisnik/contract/kit';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { InfoDialog } from '../../../../ui/dialog/InfoDialog.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import classes from '../bulk/bulk.module.css';
import { Line, OpenLine } from '../bulk/Lines.tsx';
import type { Wire } from '../choosing/wire.ts';
import { addressLine, lotsOf, type Separator } from './addresses.ts';

/** How many addresses a mail is sent to at once; mail providers refuse more, each at another number. */
const sizes = ['0', '50', '90', '250'] as const;

type EmailsDialogProps = { selection: Wire; onClose: () => void };

/** Copies the addresses of chosen participants, for a mail written elsewhere. */
export function EmailsDialog({ selection: given, onClose }: EmailsDialogProps) {
  const { t } = useI18n();
  const [selection, setSelection] = useState(given);
  const [withLeftOut, setWithLeftOut] = useState(false);
  const list = useQuery({
    ...useApi().bulk_jobs.emails.options({ body: { selection, with_left_out: withLeftOut } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  // nothing is done to those chosen, so the present ones will do
  const news = list.error instanceof ApiError && list.error.code === 'selection_changed' ? list.error : null;
  const count = news?.problem?.count;
  if (count && 'filter' in selection && selection.expected_count !== count)
    setSelection({ ...selection, expected_count: count });
  return (
    <InfoDialog title={t('modules.bulk.emails.title')} size={560} onClose={onClose}>
      {list.data ? (
        <Copying
          list={list.data}
          withLeftOut={withLeftOut}
          onWithLeftOut={setWithLeftOut}
          onClose={onClose}
        />
      ) : list.error && !count ? (
        <QueryFailed error={list.error} onRetry={list.refetch} />
      ) : (
        <div role="status" aria-label={t('modules.bulk.ask.counting')}>
          <Skeleton height={120} />
        </div>
      )}
    </InfoDialog>
  );
}

type Habits = { separator: Separator; withNames: boolean; size: (typeof sizes)[number] };

type CopyingProps = {
  list: EmailList;
  withLeftOut: boolean;
  onWithLeftOut: (with_left_out: boolean) => void;
  onClose: () => void;
};

function Copying({ list, withLeftOut, onWithLeftOut, onClose }: CopyingProps) {
  const { t } = useI18n();
  const [habits, setHabits] = useLocalStorage<Habits>({
    key: 'vpisnik.copied-emails',
    defaultValue: { separator: ';', withNames: false, size: '0' },
    getInitialValueInEffect: false,
  });
  const [copied, setCopied] = useState<{ key: string; lots: number }>({ key: '', lots: 0 });
  const [failed, setFailed] = useState<string>();
  const { results, left_out_count, without_email_count, without_email, bounced_count, bounced } = list;
  const lots = lotsOf(results, Number(habits.size));
  // other settings begin anew
  const key = JSON.stringify([habits, withLeftOut, results.length]);
  const next = copied.key === key ? copied.lots : 0;
  const lot = lots[next];
  const firstOf = (at: number) => lots.slice(0, at).reduce((sum, { length }) => sum + length, 0) + 1;
  const spanOf = (at: number) => ({
    from: firstOf(at),
    to: firstOf(at + 1) - 1,
    total: results.length,
  });
  const change = (some: Partial<Habits>) => {
    setHabits({ ...habits, ...some });
    setFailed(undefined);
  };
  const copy = async () => {
    if (!lot) return;
    const line = addressLine(lot, habits);
    try {
      await navigator.clipboard.writeText(line);
      setFailed(undefined);
    } catch {
      setFailed(line);
    }
    setCopied({ key, lots: next + 1 });
  };
  return (
    <>
      <ul className={classes.lines}>
        <Line count={results.length}>{t('modules.bulk.emails.addresses', { count: results.length })}</Line>
        {without_email_count > 0 && (
          <NamedLine
            count={without_email_count}
            first={without_email}
            show={t('modules.bulk.ask.show_skipped')}
          >
            {t('modules.bulk.emails.without', { count: without_email_count })}
          </NamedLine>
        )}
        {bounced_count > 0 && (
          <NamedLine
            count={bounced_count}
            first={bounced.map(({ email, name }) => ({ id: email, name: `${name}, ${email}` }))}
            show={t('modules.bulk.emails.show_bounced')}
          >
            {t('modules.bulk.emails.bounced', { count: bounced_count })}
          </NamedLine>
        )}
        {left_out_count > 0 && (
          <Line count={left_out_count}>{t('modules.bulk.emails.left_out', { count: left_out_count })}</Line>
        )}
      </ul>
      <Radio.Group
        mt={16}
        label={t('modules.bulk.emails.program')}
        value={habits.separator}
        onChange={(separator) => change({ separator: separator as Separator })}
      >
        <Group gap="0 20px" mt={6}>
          <Radio value=";" label={t('modules.bulk.emails.outlook')} />
          <Radio value="," label={t('modules.bulk.emails.others')} />
        </Group>
      </Radio.Group>
      <Select
        mt={16}
        label={t('modules.bulk.emails.size')}
        description={t('modules.bulk.emails.size_hint')}
        allowDeselect={false}
        value={habits.size}
        data={sizes.map((size) => ({
          value: size,
          label:
            size === '0' ? t('modules.bulk.emails.size_all') : t('modules.bulk.emails.size_some', { size }),
        }))}
        onChange={(size) => size && change({ size: size as Habits['size'] })}
      />
      <Checkbox
        mt={16}
        label={t('modules.bulk.emails.with_names')}
        checked={habits.withNames}
        onChange={(event) => change({ withNames: event.currentTarget.checked })}
      />
      {(left_out_count > 0 || withLeftOut) && (
        <Checkbox
          mt={12}
          label={t('modules.bulk.emails.with_left_out')}
          checked={withLeftOut}
          onChange={(event) => onWithLeftOut(event.currentTarget.checked)}
        />
      )}
      <p className={classes.remarks} role="status">
        {next > 0 && failed === undefined && t('modules.bulk.emails.copied', spanOf(next - 1))}
      </p>
      {failed !== undefined && (
        <>
          <p className={classes.failure} role="alert">
            {t('errors.general.copy_emails')}
          </p>
          <Textarea
            mt={8}
            label={t('modules.bulk.emails.field')}
            value={failed}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        </>
      )}
      <p className={classes.remarks}>{t('modules.bulk.emails.blind')}</p>
      <Group className={classes.foot} gap={8} mt={16}>
        <Button onClick={onClose}>{t('modules.bulk.result.close')}</Button>
        {lot && (
          <Button
            variant="filled"
            leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
            onClick={copy}
          >
            {lots.length === 1
              ? t('modules.bulk.emails.copy', { count: lot.length })
              : t('modules.bulk.emails.copy_lot', spanOf(next))}
          </Button>
        )}
      </Group>
    </>
  );
}

type NamedLineProps = {
  count: number;
  /** As many as are named at most. */
  first: { id: string; name: string }[];
  show: string;
  children: ReactNode;
};

/** How many are not copied, with the first of them behind a button. */
function NamedLine({ count, first, show, children }: NamedLineProps) {
  const { t } = useI18n();
  return (
    <OpenLine
      count={count}
      show={show}
      hide={t('modules.bulk.ask.hide_skipped')}
      more={
        <>
          <ul>
            {first.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
          {first.length < count && <p>{t('modules.bulk.emails.more_without', { shown: first.length })}</p>}
        </>
      }
    >
      {children}
    </OpenLine>
  );
}
