import { Button } from '@mantine/core';
import type { GroupFeePlan } from '@vpisnik/contract/fee-plans';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FeeChanges } from './FeeChanges.tsx';
import classes from './fees.module.css';
import { MakePayments } from './MakePayments.tsx';

/** Who pays by the plan; payments for those who don't yet, and pending ones that it would change: each only when asked. */
export function PeopleSection({ groupId, plan }: { groupId: string; plan: GroupFeePlan }) {
  const { t } = useI18n();
  const [isAsked, ask] = useState(false);
  const { enrolled, kept, without } = plan;
  return (
    <section className={classes.section} aria-labelledby="fee-people">
      <h2 id="fee-people">{t('modules.fees.people')}</h2>
      <p>
        {enrolled === 0 ? t('modules.fees.enrolled_none') : t('modules.fees.enrolled', { count: enrolled })}{' '}
        {kept > 0 && t('modules.fees.kept', { count: kept })}
      </p>
      {without > 0 && (
        <div className={classes.offer}>
          <p>{t('modules.fees.without', { count: without })}</p>
          <Button onClick={() => ask(true)}>{t('modules.fees.make_for', { count: without })}</Button>
        </div>
      )}
      <FeeChanges groupId={groupId} />
      {isAsked && <MakePayments groupId={groupId} count={without} onClose={() => ask(false)} />}
    </section>
  );
}
