import { useQuery } from '@tanstack/react-query';
import type { FeeProposal, GroupFeePlan } from '@vpisnik/contract/fee-plans';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useNow } from '../../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { FeeLines } from '../../fee-lines/FeeLines.tsx';
import classes from './fees.module.css';

/** What the plan would make for who joins on a day; nothing is written. */
export function TrialSection({ groupId, plan: stored }: { groupId: string; plan: GroupFeePlan }) {
  const { t } = useI18n();
  const api = useApi();
  const { day: today } = useNow(useTimeZone());
  const [day, setDay] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const joined_on = day ?? today;
  const { version, enrolled: _, without: __, kept: ___, ...plan } = stored;
  const trial = useQuery({
    queryKey: [...api.fee_plans.preview.key(), groupId, version, joined_on],
    queryFn: ({ signal }): Promise<FeeProposal> =>
      api.fee_plans.preview({ params: { id: groupId }, body: { plan, joined_on } }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <section className={classes.section} aria-labelledby="fee-trial">
      <h2 id="fee-trial">{t('modules.fees.trial')}</h2>
      <div className={classes.day}>
        <DateInput
          id="fee-trial-day"
          name="joined_on"
          label={t('modules.fees.joined_on')}
          labelText={t('modules.fees.joined_on')}
          value={joined_on}
          onChange={setDay}
          error={typed ?? undefined}
          onError={setTyped}
        />
      </div>
      {trial.isError && <p role="alert">{errorText(trial.error, t, 'errors.general.query')}</p>}
      {trial.data && <FeeLines proposal={trial.data} />}
    </section>
  );
}
