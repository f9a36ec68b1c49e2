import type { UseQueryResult } from '@tanstack/react-query';
import type { BulkPreview } from '@vpisnik/contract/bulk-jobs';
import { bestText } from '@vpisnik/contract/common';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { type ActName, failureOf } from './acts.ts';
import { DryRunLines } from './DryRunLines.tsx';
import { Line, OpenLine } from './Lines.tsx';

type DryRunProps = { act: ActName | 'payments'; preview: UseQueryResult<BulkPreview> };

/** How many would change and how many are skipped, by reason; who that is, and which groups are full, on request. */
export const DryRun = ({ act, preview }: DryRunProps) => (
  <DryRunLines preview={preview} counting="modules.bulk.ask.counting" failure={failureOf(act)}>
    {(data) => <Outcome act={act} {...data} />}
  </DryRunLines>
);

type OutcomeProps = Pick<DryRunProps, 'act'> & BulkPreview;

function Outcome(props: OutcomeProps) {
  const { act, change_count, skipped, total, warnings, full_groups, unpriced_groups, rows } = props;
  const { t, locale } = useI18n();
  const nameWords = {
    show: t('modules.bulk.ask.show_skipped'),
    hide: t('modules.bulk.ask.hide_skipped'),
  };
  const groupWords = { show: t('modules.bulk.ask.show_groups'), hide: t('modules.bulk.ask.hide_groups') };
  const ofReason = (reason: string) => rows.filter((row) => row.reason === reason);
  return (
    <>
      {change_count > 0 && (
        <Line count={change_count}>
          {t(`modules.bulk.acts.${act}.change`, {
            count: change_count,
            ...(total && { amount: formatMoney(total.amount, total.currency, locale) }),
          })}
        </Line>
      )}
      {skipped.map(({ reason, count }) => {
        const isFull = reason === 'group_full' && full_groups.length > 0;
        const isUnpriced = reason === 'no_price' && unpriced_groups.length > 0;
        return (
          <OpenLine
            key={reason}
            count={count}
            {...(isFull || isUnpriced
              ? {
                  ...groupWords,
                  more: isFull ? (
                    <FullGroups groups={full_groups} />
                  ) : (
                    <UnpricedGroups groups={unpriced_groups} />
                  ),
                }
              : { ...nameWords, more: <Names rows={ofReason(reason)} count={count} /> })}
          >
            {t('modules.bulk.ask.skipped', { count, reason: t(`modules.bulk.reasons.${reason}`) })}
          </OpenLine>
        );
      })}
      {warnings.map(({ warning, count }) => (
        <OpenLine
          key={warning}
          count={count}
          {...nameWords}
          more={<Names rows={rows.filter((row) => row.warnings.includes(warning))} count={count} />}
        >
          {t(`modules.bulk.warnings.${warning}`)}
        </OpenLine>
      ))}
    </>
  );
}

function FullGroups({ groups }: { groups: BulkPreview['full_groups'] }) {
  const { t, locale } = useI18n();
  return (
    <ul>
      {groups.map(({ id, name, places, taken, wanted }) => {
        const { text, language } = bestText(name, locale);
        return (
          <li key={id}>
            <span lang={language}>{text}</span>
            <small>
              {t('modules.bulk.ask.group_places', { free: Math.max(places - taken, 0), count: wanted })}
            </small>
          </li>
        );
      })}
    </ul>
  );
}

function UnpricedGroups({ groups }: { groups: BulkPreview['unpriced_groups'] }) {
  const { t, locale } = useI18n();
  return (
    <ul>
      {groups.map(({ id, name, count }) => {
        const { text, language } = bestText(name, locale);
        return (
          <li key={id}>
            <span lang={language}>{text}</span>
            <small>{t('modules.bulk.chosen', { count })}</small>
          </li>
        );
      })}
    </ul>
  );
}

function Names({ rows, count }: { rows: BulkPreview['rows']; count: number }) {
  const { t, locale } = useI18n();
  return (
    <>
      <ul>
        {rows.map(({ participant_id, name, group_name, missing }) => (
          <li key={participant_id}>
            <span>{name ?? t('modules.bulk.result.gone')}</span>
            <small>
              {missing.length > 0
                ? t('modules.bulk.result.missing', {
                    questions: missing.map((one) => bestText(one, locale).text).join(', '),
                  })
                : group_name && bestText(group_name, locale).text}
            </small>
          </li>
        ))}
      </ul>
      {rows.length < count && <p>{t('modules.bulk.ask.more_skipped', { shown: rows.length })}</p>}
    </>
  );
}
