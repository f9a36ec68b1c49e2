import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBan,
  IconBell,
  IconCheck,
  IconCoins,
  IconCopy,
  IconDots,
  IconDownload,
  IconListCheck,
  IconMail,
  IconNote,
  IconTrash,
} from '@tabler/icons-react';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { type PaymentActKind, paymentActKinds } from '@vpisnik/contract/rules/bulk';
import { useRef, useState, useSyncExternalStore } from 'react';
import { singleKeys } from '../../../../lib/single-keys.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { Tip } from '../../../../ui/Tip.tsx';
import { PhoneItems } from '../../../../ui/table/BulkBar.tsx';
import { MenuOnDemand } from '../../../../ui/table/MenuOnDemand.tsx';
import { Permission } from '../../../permission/Permission.tsx';
import type { ParticipantsSearch } from '../address.ts';
import { ActDialog } from '../bulk/ActDialog.tsx';
import type { ActName } from '../bulk/acts.ts';
import { EmailsDialog } from '../emails/EmailsDialog.tsx';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { useReviewKeys } from '../panel/use-review-keys.ts';
import { statusIcons } from '../statuses.ts';
import { audienceOf } from '../writing/audience.ts';
import { useWriteMessage } from '../writing/use-write-message.ts';
import { ChosenBar, focusChoice } from './ChosenBar.tsx';
import classes from './choosing.module.css';
import type { Wire } from './wire.ts';

// a form with fields that the other acts don't need
const PaymentsDialog = onDemand(
  async () => (await import('../bulk-payments/PaymentsDialog.tsx')).PaymentsDialog,
);

const OpenPayments = onDemand(async () => (await import('../payment-acts/OpenPayments.tsx')).OpenPayments);
const ofPayments = { pay: IconCheck, cancel: IconBan, remind: IconBell } as const;

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The statuses that have a button of their own; the first one also on a phone. */
const buttons = ['approved', 'waitlisted', 'rejected'] as const satisfies ParticipantStatus[];
const seldom = ['pending', 'inactive'] as const satisfies ParticipantStatus[];

type ChoosingBarProps = {
  count: number;
  selection: Wire;
  /** The list they are chosen in, and the ids of its columns on the screen. */
  search: ParticipantsSearch;
  columns: readonly string[];
  groupId: string | null;
  /** Whether letters decide about the chosen ones. */
  hasKeys: boolean;
  /** Chooses the shown rows; undefined when they are. */
  onShown: (() => void) | undefined;
  /** Chooses all that match; undefined when they are, or when all are shown. */
  onAll: (() => void) | undefined;
  onClear: () => void;
};

/** What can be done with the chosen participants. */
export function ChoosingBar(props: ChoosingBarProps) {
  const { count, selection, search, columns, groupId, hasKeys, onShown, onAll, onClear } = props;
  const { t } = useI18n();
  const [act, setAct] = useState<ActName | 'payments' | 'emails' | 'export' | null>(null);
  const [paymentAct, setPaymentAct] = useState<PaymentActKind | null>(null);
  const areKeysOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  const owner = useRef(null);
  useReviewKeys(
    { onDecide: count > 0 && hasKeys && act === null && paymentAct === null ? setAct : undefined },
    owner,
  );
  const keyOf = (status: (typeof buttons)[number]) =>
    areKeysOn && hasKeys ? { 'aria-keyshortcuts': t(`modules.participant.keys.${status}`) } : {};
  const write = useWriteMessage();
  const onWrite = () => void write(audienceOf(selection), groupId);
  const onStarted = () => {
    setAct(null);
    setPaymentAct(null);
    onClear();
    focusChoice();
  };
  const itemOf = (status: ParticipantStatus) => {
    const Icon = statusIcons[status];
    return (
      <Menu.Item key={status} leftSection={<Icon {...icon} />} onClick={() => setAct(status)}>
        {t(`modules.bulk.short.${status}`)}
      </Menu.Item>
    );
  };
  return (
    <>
      <ChosenBar
        label={t('modules.bulk.label')}
        count={count}
        chosen={t('modules.bulk.chosen', { count })}
        onClear={onClear}
      >
        {buttons.map((status, at) => {
          const Icon = statusIcons[status];
          return (
            <Button
              key={status}
              {...(at === 0 ? { 'data-on': true, leftSection: <Icon {...icon} /> } : { 'data-wide': true })}
              {...keyOf(status)}
              onClick={() => setAct(status)}
            >
              {t(`modules.bulk.short.${status}`)}
            </Button>
          );
        })}
        <span className={classes.icons}>
          <Tip label={t('modules.message.write')}>
            <ActionIcon data-wide aria-label={t('modules.message.write')} onClick={onWrite}>
              <IconMail size={18} stroke={1.75} />
            </ActionIcon>
          </Tip>
          <Tip label={t('modules.bulk.emails.copy_short')}>
            <ActionIcon
              data-wide
              aria-label={t('modules.bulk.emails.copy_short')}
              onClick={() => setAct('emails')}
            >
              <IconCopy size={18} stroke={1.75} />
            </ActionIcon>
          </Tip>
          <Tip label={t('modules.export.open')}>
            <ActionIcon data-wide aria-label={t('modules.export.open')} onClick={() => setAct('export')}>
              <IconDownload size={18} stroke={1.75} />
            </ActionIcon>
          </Tip>
          <MenuOnDemand
            position="top-end"
            // no tooltip, which would lie over the menu and keep its clicks from the button
            button={(its) => (
              <ActionIcon {...its} aria-label={t('modules.bulk.more')}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            )}
          >
            <PhoneItems>{buttons.slice(1).map(itemOf)}</PhoneItems>
            {seldom.map(itemOf)}
            <Menu.Item leftSection={<IconArrowsExchange {...icon} />} onClick={() => setAct('move')}>
              {t('modules.bulk.short.move')}
            </Menu.Item>
            <Menu.Item leftSection={<IconNote {...icon} />} onClick={() => setAct('note')}>
              {t('modules.bulk.short.note')}
            </Menu.Item>
            <Permission role="payments.manage" action="hide">
              <Menu.Divider />
              <Menu.Item leftSection={<IconCoins {...icon} />} onClick={() => setAct('payments')}>
                {t('modules.bulk.short.payments')}
              </Menu.Item>
              {paymentActKinds.map((kind) => {
                const Icon = ofPayments[kind];
                return (
                  <Menu.Item key={kind} leftSection={<Icon {...icon} />} onClick={() => setPaymentAct(kind)}>
                    {t(`modules.bulk.of_payments.${kind}`)}
                  </Menu.Item>
                );
              })}
            </Permission>
            <PhoneItems>
              <Menu.Item leftSection={<IconMail {...icon} />} onClick={onWrite}>
                {t('modules.message.write')}
              </Menu.Item>
              <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => setAct('emails')}>
                {t('modules.bulk.emails.copy_short')}
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => setAct('export')}>
                {t('modules.export.open')}
              </Menu.Item>
            </PhoneItems>
            {(onShown || onAll) && <Menu.Divider />}
            {onShown && (
              <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={onShown}>
                {t('modules.bulk.whole.show_chosen')}
              </Menu.Item>
            )}
            {onAll && (
              <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={onAll}>
                {t('modules.bulk.whole.choose_matching')}
              </Menu.Item>
            )}
            <Permission role="participants.bulk_delete" action="hide">
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash {...icon} />} color="error" onClick={() => setAct('delete')}>
                {t('modules.bulk.short.delete')}
              </Menu.Item>
            </Permission>
          </MenuOnDemand>
        </span>
      </ChosenBar>
      {act === 'emails' && <EmailsDialog selection={selection} onClose={() => setAct(null)} />}
      {act === 'export' && (
        <ExportDialog
          selection={selection}
          count={count}
          search={search}
          groupId={groupId}
          columns={columns}
          onClose={() => setAct(null)}
        />
      )}
      {act === 'payments' && (
        <PaymentsDialog selection={selection} onClose={() => setAct(null)} onStarted={onStarted} />
      )}
      {paymentAct && (
        <OpenPayments
          act={paymentAct}
          selection={{ people: selection }}
          onClose={() => setPaymentAct(null)}
          onStarted={onStarted}
        />
      )}
      {act && act !== 'payments' && act !== 'emails' && act !== 'export' && (
        <ActDialog
          act={act}
          selection={selection}
          groupId={groupId}
          onClose={() => setAct(null)}
          onStarted={onStarted}
        />
      )}
    </>
  );
}
