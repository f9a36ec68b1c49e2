import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBan, IconBell, IconCheck, IconDots, IconListCheck } from '@tabler/icons-react';
import type { PaymentActKind } from '@vpisnik/contract/rules/bulk';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { PhoneItems } from '../../../../ui/table/BulkBar.tsx';
import { MenuOnDemand } from '../../../../ui/table/MenuOnDemand.tsx';
import { ChosenBar, focusChoice } from '../choosing/ChosenBar.tsx';
import choosing from '../choosing/choosing.module.css';
import type { Wire } from '../choosing/wire.ts';
import type { PaymentFilters } from '../payment-list/address.ts';
import { CancelMany } from './CancelMany.tsx';
import { PayMany } from './PayMany.tsx';
import classes from './payment-acts.module.css';
import { RemindMany } from './RemindMany.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type PaymentActsBarProps = {
  count: number;
  /** What they add up to, in words. */
  sum: string | undefined;
  selection: Wire<PaymentFilters>;
  /** Chooses the shown rows; undefined when they are. */
  onShown: (() => void) | undefined;
  /** Chooses all that match; undefined when they are, or when all are shown. */
  onAll: (() => void) | undefined;
  onClear: () => void;
};

/** What can be done with the chosen payments. */
export function PaymentActsBar({ count, sum, selection, onShown, onAll, onClear }: PaymentActsBarProps) {
  const { t } = useI18n();
  const [act, setAct] = useState<PaymentActKind | null>(null);
  const dialog = {
    selection,
    onClose: () => setAct(null),
    onStarted: () => {
      setAct(null);
      onClear();
      focusChoice();
    },
  };
  return (
    <>
      <ChosenBar
        label={t('modules.payment_acts.label')}
        count={count}
        chosen={t('modules.payment_acts.chosen', { count })}
        onClear={onClear}
      >
        {sum && (
          <span data-wide className={classes.sum}>
            {sum}
          </span>
        )}
        <Button data-on leftSection={<IconCheck {...icon} />} onClick={() => setAct('pay')}>
          {t('modules.payment_list.pay')}
        </Button>
        <Button data-wide leftSection={<IconBell {...icon} />} onClick={() => setAct('remind')}>
          {t('modules.payment_acts.remind_many')}
        </Button>
        <Button data-wide onClick={() => setAct('cancel')}>
          {t('modules.payment_acts.cancel_many')}
        </Button>
        <span className={choosing.icons}>
          <MenuOnDemand
            position="top-end"
            button={(its) => (
              <ActionIcon {...its} aria-label={t('modules.payment_acts.more')}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            )}
          >
            <PhoneItems>
              <Menu.Item leftSection={<IconBell {...icon} />} onClick={() => setAct('remind')}>
                {t('modules.payment_acts.remind_many')}
              </Menu.Item>
            </PhoneItems>
            <Menu.Item leftSection={<IconBan {...icon} />} color="error" onClick={() => setAct('cancel')}>
              {t('modules.payment_acts.cancel_many')}
            </Menu.Item>
            {(onShown || onAll) && <Menu.Divider />}
            {onShown && (
              <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={onShown}>
                {t('modules.payment_acts.whole.show_chosen')}
              </Menu.Item>
            )}
            {onAll && (
              <Menu.Item leftSection={<IconListCheck {...icon} />} onClick={onAll}>
                {t('modules.payment_acts.whole.choose_matching')}
              </Menu.Item>
            )}
          </MenuOnDemand>
        </span>
      </ChosenBar>
      {act === 'pay' && <PayMany {...dialog} />}
      {act === 'remind' && <RemindMany {...dialog} />}
      {act === 'cancel' && <CancelMany {...dialog} />}
    </>
  );
}
