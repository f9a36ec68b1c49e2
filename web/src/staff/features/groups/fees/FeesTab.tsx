import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { GroupFeePlan } from '@vpisnik/contract/fee-plans';
import type { Group } from '@vpisnik/contract/groups';
import { readPlan } from '@vpisnik/contract/rules/fee-wire';
import { priceWords } from '@vpisnik/contract/rules/fee-words';
import { limits } from '@vpisnik/contract/rules/limits';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { useEditor } from '../editor/editor-context.ts';
import classes from './fees.module.css';
import { PeopleSection } from './PeopleSection.tsx';
import { PlanSheet } from './PlanSheet.tsx';
import { feePlanQuery, useRememberPlan } from './queries.ts';
import { TrialSection } from './TrialSection.tsx';

/** What a group costs and when it is paid, who pays by it, and the payments that it would make of one person. */
export function FeesTab({ group }: { group: Group }) {
  const api = useApi();
  const query = useQuery(feePlanQuery(api, group.id));
  if (query.isError && !query.data) return <QueryFailed error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <Pending />;
  return <Plan group={group} plan={query.data} />;
}

function Plan({ group, plan }: { group: Group; plan: GroupFeePlan }) {
  const { t, locale } = useI18n();
  const { organization } = useSession();
  const remember = useRememberPlan(group.id);
  const [isOpen, setOpen] = useState(false);
  const currency = organization?.currency ?? 'EUR';
  const season = { start_date: group.start_date, end_date: group.end_date };
  const isPaid = plan.rhythm !== 'none';
  const sheet = isOpen && (
    <PlanSheet
      groupId={group.id}
      plan={plan}
      season={season}
      currency={currency}
      onSaved={(saved) => {
        remember(saved);
        setOpen(false);
      }}
      onClose={() => setOpen(false)}
    />
  );
  if (!isPaid)
    return (
      <div className={classes.tab}>
        <EmptyState
          title={t('modules.fees.none_title')}
          actions={
            <Button
              variant="filled"
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              onClick={() => setOpen(true)}
            >
              {t('modules.fees.add')}
            </Button>
          }
        >
          {t('modules.fees.none')}
        </EmptyState>
        {sheet}
      </div>
    );
  return (
    <div className={classes.tab}>
      <section aria-labelledby="fee-plan">
        <div className={classes.head}>
          <h2 id="fee-plan">{priceWords(readPlan(plan), currency, locale)}</h2>
          <Button
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('modules.fees.edit')}
          </Button>
          <WritePrice plan={plan} currency={currency} />
        </div>
        <p className={classes.facts}>
          {t(`modules.fees.made.${plan.made_on}`)} {t(`modules.fees.late.${plan.late_start}`)}
        </p>
      </section>
      <PeopleSection groupId={group.id} plan={plan} />
      <TrialSection groupId={group.id} plan={plan} />
      {sheet}
    </div>
  );
}

/** Writes the plan's price into the group's texts, in each of its languages; it is saved with the group. */
function WritePrice({ plan, currency }: { plan: GroupFeePlan; currency: string }) {
  const { t } = useI18n();
  const { form, values } = useEditor();
  const write = () => {
    const words = values.languages.map((language) => [
      language,
      priceWords(readPlan(plan), currency, language).slice(0, limits.name),
    ]);
    form.change({ price_text: { ...values.price_text, ...Object.fromEntries(words) } });
    notify({ message: 'modules.fees.price_written' });
  };
  return <Button onClick={write}>{t('modules.fees.write_price')}</Button>;
}
