import { Checkbox, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BulkPreview } from '@vpisnik/contract/bulk-jobs';
import { bulkLimits } from '@vpisnik/contract/rules/bulk';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { limits } from '@vpisnik/contract/rules/limits';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { PriceChoice } from '../../fee-lines/PriceChoice.tsx';
import type { Wire } from '../choosing/wire.ts';
import { GroupSelect } from '../forms/GroupSelect.tsx';
import { type ActName, actOf, type Choices, failureOf, noChoices } from './acts.ts';
import classes from './bulk.module.css';
import { DryRun } from './DryRun.tsx';
import { useAsked } from './use-asked.ts';
import { useStart } from './use-start.ts';

type ActDialogProps = {
  act: ActName;
  selection: Wire;
  /** The group of the list, which nobody needs to be moved to. */
  groupId: string | null;
  /** Chosen beforehand, where it is tried again. */
  initial?: Partial<Choices> | undefined;
  onClose: () => void;
  onStarted: () => void;
};

/** Asks before many are changed: how many, who is skipped and why, who is told; then begins. */
export function ActDialog(props: ActDialogProps) {
  const { act: name, groupId, initial, onClose, onStarted } = props;
  const { t } = useI18n();
  const start = useStart();
  const [choices, setChoices] = useState<Choices>({ ...noChoices, notify: name !== 'move', ...initial });
  const { selection, total, hasChanged, takeCount } = useAsked(props.selection);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { preview, isCurrent } = useDryRun(name, choices, selection);
  const change = (some: Partial<Choices>) => {
    setChoices({ ...choices, ...some });
    setFailure(undefined);
  };

  if (preview.error) takeCount(preview.error);

  const confirm = async () => {
    // what was not shown is not asked for
    const payments = preview.data?.fees ? choices.payments : null;
    const price = preview.data?.move_fees ? choices.price : 'keep';
    const act = actOf(name, { ...choices, payments, price });
    if (!act)
      return setFailure(t(name === 'move' ? 'modules.bulk.ask.no_group' : 'modules.bulk.ask.no_note'));
    setBusy(true);
    setFailure(undefined);
    try {
      await start(act, selection);
      onStarted();
    } catch (error) {
      if (!takeCount(error)) setFailure(errorText(error, t, failureOf(name)));
    } finally {
      setBusy(false);
    }
  };

  const count = preview.data?.change_count ?? total;
  const isNothing = isCurrent && preview.data?.change_count === 0;
  return (
    <ConfirmDialog
      opened
      title={t(`modules.bulk.acts.${name}.title`, { count: total })}
      confirm={t(`modules.bulk.acts.${name}.confirm`, { count })}
      danger={name === 'delete'}
      busy={busy}
      // a note may be sent while it is still being looked at, else the button would go out at every pause
      blocked={isNothing || (name !== 'note' && (preview.isLoading || preview.isPlaceholderData))}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`modules.bulk.ask.text.${name}`)}</p>
      {hasChanged && (
        <p className={classes.changed} role="alert">
          {t('modules.bulk.ask.changed', { count: total })}
        </p>
      )}
      {name === 'move' && (
        <GroupSelect
          id="bulk-group"
          label={t('modules.bulk.ask.group')}
          value={choices.groupId}
          // of many only the group is known that all of them are in
          participant={{ group_id: groupId ?? '', answers: [] }}
          error={failure}
          onChange={(id) => change({ groupId: id, overbook: false, price: 'keep' })}
        />
      )}
      {name === 'note' && (
        <Textarea
          label={t('modules.bulk.ask.note')}
          value={choices.note}
          maxLength={limits.shortText}
          error={failure}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
      {(name !== 'note' || choices.note.trim() !== '') && <DryRun act={name} preview={preview} />}
      <Ticks name={name} choices={choices} preview={preview.data} onChange={change} />
      {name === 'rejected' && choices.notify && (preview.data?.mail_count ?? 0) > 0 && (
        <Textarea
          mt={16}
          label={
            <>
              {t('modules.participant.reject.reason')} <Optional />
            </>
          }
          description={t('modules.bulk.ask.reason_hint')}
          value={choices.reason}
          maxLength={limits.shortText}
          rows={2}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
      {isNothing && <p className={classes.failure}>{t('modules.bulk.ask.nothing')}</p>}
      {failure && name !== 'move' && name !== 'note' && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Milliseconds after which a note that is being typed is looked at. */
const PAUSE = 500;

/** What an act would do with the choices so far, and whether that is about the note as it stands. */
function useDryRun(name: ActName, choices: Choices, selection: Wire) {
  const api = useApi();
  const [note] = useDebouncedValue(choices.note, PAUSE);
  // whether mails go, payments are made and by which price is for the person to decide, and how many would is asked once
  const act = actOf(name, { ...choices, note, notify: true, reason: '', payments: 'plan', price: 'keep' });
  const preview = useQuery({
    ...api.bulk_jobs.preview.options({ body: { selection, act: act ?? { kind: 'delete' } } }),
    enabled: act !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { preview, isCurrent: name !== 'note' || (note === choices.note && !preview.isPlaceholderData) };
}

type TicksProps = {
  name: ActName;
  choices: Choices;
  preview: BulkPreview | undefined;
  onChange: (some: Partial<Choices>) => void;
};

/** Whether those changed are told, whether places beyond the limit are given, payments made, and by which price. */
function Ticks({ name, choices, preview, onChange }: TicksProps): ReactNode {
  const { t } = useI18n();
  if (!preview) return null;
  const canTell = name !== 'note' && name !== 'delete';
  const { mail_count, without_email_count, request_count, change_count } = preview;
  const isSilent = name === 'move' && mail_count === 0 && change_count > without_email_count;
  const requests = choices.payments === 'plan' ? request_count : 0;
  return (
    <>
      {(preview.full_groups.length > 0 || choices.overbook) && (
        <Checkbox
          mt={16}
          label={t('modules.bulk.ask.overbook')}
          description={t('modules.bulk.ask.overbook_hint')}
          checked={choices.overbook}
          onChange={(event) => onChange({ overbook: event.currentTarget.checked })}
        />
      )}
      {preview.fees && (
        <FeesTick
          fees={preview.fees}
          checked={choices.payments === 'plan'}
          onChange={(checked) => onChange({ payments: checked ? 'plan' : 'none' })}
        />
      )}
      {preview.move_fees && (
        <PriceChoice
          price={preview.move_fees}
          value={choices.price}
          onChange={(price) => onChange({ price })}
        />
      )}
      {canTell && (
        <Checkbox
          mt={16}
          label={t('modules.bulk.ask.notify')}
          description={[
            isSilent
              ? t('modules.bulk.ask.none_told')
              : t('modules.bulk.ask.mails', { count: choices.notify ? mail_count : 0 }),
            choices.notify &&
              requests !== 0 &&
              (requests === null
                ? t('modules.bulk.ask.requests_uncounted')
                : t('modules.bulk.ask.requests', { count: requests })),
            without_email_count > 0 && t('modules.bulk.ask.no_address', { count: without_email_count }),
          ]
            .filter(Boolean)
            .join(' ')}
          checked={choices.notify && (mail_count > 0 || requests !== 0)}
          disabled={mail_count === 0 && requests === 0}
          onChange={(event) => onChange({ notify: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

type FeesTickProps = {
  fees: NonNullable<BulkPreview['fees']>;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Whether payments are made by the groups' plans: how many at once and what they add up to, and whether more follow. */
function FeesTick({ fees: { count, amount, currency, later }, checked, onChange }: FeesTickProps) {
  const { t, locale } = useI18n();
  const isCounted = count !== null && amount !== null && currency !== null;
  return (
    <Checkbox
      mt={16}
      label={
        isCounted && count > 0
          ? t('modules.bulk.ask.fees', { count, total: formatMoney(amount, currency, locale) })
          : t('modules.bulk.ask.fees_by_plans')
      }
      description={
        !isCounted
          ? t('modules.bulk.ask.fees_uncounted', { most: bulkLimits.counted })
          : later && t(count > 0 ? 'modules.fees.made_later' : 'modules.fees.none_now')
      }
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
