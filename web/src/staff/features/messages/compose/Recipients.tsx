import { Button, Radio, Skeleton, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Message, MessageAudience } from '@vpisnik/contract/messages';
import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { messageSiblings } from '@vpisnik/contract/rules/messages';
import { useState } from 'react';
import type { FieldsOf } from '../../../../lib/form/entity-form.ts';
import { changedSearch } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { FilterBar } from '../../../../ui/filters/FilterBar.tsx';
import { controlId } from '../../../../ui/form/form-words.ts';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import type { ParticipantFilters } from '../../participants/address.ts';
import { type ChangeFilters, useFilters } from '../../participants/filters/use-filters.tsx';
import { type Audience, everybodyIn } from '../../participants/writing/audience.ts';
import type { MessageValues } from '../values.ts';
import classes from './compose.module.css';
import { LeftOut } from './LeftOut.tsx';

const RecipientsDialog = onDemand(async () => (await import('./RecipientsDialog.tsx')).RecipientsDialog);

type RecipientsProps = {
  form: FieldsOf<MessageValues>;
  row: Message;
  audience: UseQueryResult<MessageAudience>;
  /** What is shown is not yet about what was chosen last. */
  isCounting: boolean;
};

type Filtered = Extract<Audience, { filter: object }>;

/** Whom a message is for, how many that makes, and who gets none and why. */
export function Recipients({ form, row, audience, isCounting }: RecipientsProps) {
  const { t, locale } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { values, change } = form;
  const given = values.audience;
  const { data } = audience;
  const number = (count: number) => numberFormat(formatTag[locale]).format(count);
  const problem = form.problems.find(({ path }) => path === 'audience');
  const filterBy = (filter: ParticipantFilters, exclude_ids: string[] = []) =>
    change({ audience: { ...everybodyIn(filter), exclude_ids } });
  return (
    <section className={classes.part} aria-labelledby="message-recipients">
      <h2 id="message-recipients">{t('modules.message.fields.audience')}</h2>
      {'ids' in given ? (
        <p className={classes.chosen}>
          {t('modules.message.audience.ids', { count: given.ids.length })}{' '}
          <button
            type="button"
            className={classes.link}
            onClick={() => filterBy(row.group_id === null ? {} : { group_id: [row.group_id] })}
          >
            {t('modules.message.audience.by_filter')}
          </button>
        </p>
      ) : (
        <AudienceFilters audience={given} onChange={filterBy} />
      )}
      <div
        className={classes.card}
        id={controlId('audience')}
        tabIndex={-1}
        aria-busy={isCounting}
        data-stale={isCounting || undefined}
      >
        {data ? (
          <>
            <p className={classes.total} role="status">
              <b>{number(data.people)}</b>
              <span>
                {t('modules.message.audience.people', { count: data.people })}
                {t('modules.message.audience.mails', { count: data.mails })}
              </span>
              {data.mails > 0 && (
                <button type="button" className={classes.link} onClick={() => setOpen(true)}>
                  {t('modules.message.audience.show')}
                </button>
              )}
            </p>
            <LeftOut audience={data} included={values.include} onInclude={(include) => change({ include })} />
          </>
        ) : audience.isError ? (
          <QueryFailed error={audience.error} onRetry={audience.refetch} />
        ) : (
          <div role="status" aria-label={t('modules.message.audience.counting')} className={classes.total}>
            <Skeleton height={24} />
          </div>
        )}
      </div>
      {problem && (
        <p className={classes.failure} role="alert">
          {problem.message}
        </p>
      )}
      {data && (data.shared_addresses > 0 || values.siblings === 'each') && (
        <Radio.Group
          label={t('modules.message.audience.shared', { count: data.shared_addresses })}
          value={values.siblings}
          onChange={(value) =>
            change({ siblings: messageSiblings.find((one) => one === value) ?? values.siblings })
          }
        >
          <div className={classes.options}>
            {messageSiblings.map((one) => (
              <Radio key={one} value={one} label={t(`modules.message.siblings.${one}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      {isOpen && <RecipientsDialog message={row} onClose={() => setOpen(false)} />}
    </section>
  );
}

type AudienceFiltersProps = {
  audience: Filtered;
  onChange: (filter: ParticipantFilters, exclude_ids: string[]) => void;
};

function AudienceFilters({ audience: { filter, exclude_ids }, onChange }: AudienceFiltersProps) {
  const { t } = useI18n();
  const change: ChangeFilters = (made) =>
    onChange(changedSearch(filter, typeof made === 'function' ? made(filter) : made), exclude_ids);
  const { filters, onOffer } = useFilters({ filters: filter, onChange: change, ofGroups: true });
  const search = {
    id: 'search',
    label: t('modules.message.audience.search'),
    chosen: filter.search ? [filter.search] : [],
    onClear: () => change({ search: undefined }),
    content: (
      <TextInput
        label={t('modules.message.audience.search')}
        value={filter.search ?? ''}
        onChange={(event) => change({ search: event.currentTarget.value || undefined })}
      />
    ),
  };
  const isEverybody = Object.keys(filter).length === 0;
  return (
    <>
      <div className={classes.filters}>
        <FilterBar
          filters={[...filters, search]}
          onOffer={onOffer}
          onClearAll={() => onChange({}, exclude_ids)}
        />
      </div>
      {isEverybody && <p className={classes.small}>{t('modules.message.audience.everybody')}</p>}
      {exclude_ids.length > 0 && (
        <p className={classes.chosen}>
          {t('modules.message.audience.excluded', { count: exclude_ids.length })}{' '}
          <Button size="compact-sm" onClick={() => onChange(filter, [])}>
            {t('modules.message.audience.take_back')}
          </Button>
        </p>
      )}
    </>
  );
}
