import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';

/** State of an account: active, deactivated, or invited. */
export function StatePill({
  user: { active, confirmed },
}: {
  user: { active: boolean; confirmed: boolean };
}) {
  const { t } = useI18n();
  if (!active) {
    return (
      <StatusPill tint="inactive" icon={IconMinus}>
        {t('modules.user.inactive')}
      </StatusPill>
    );
  }
  return confirmed ? (
    <StatusPill tint="approved" icon={IconCheck}>
      {t('modules.user.active')}
    </StatusPill>
  ) : (
    <StatusPill tint="pending" icon={IconClock}>
      {t('modules.user.unconfirmed')}
    </StatusPill>
  );
}
