import { Button } from '@mantine/core';
import type { Organization } from '@vpisnik/contract/organizations';
import { type ComponentType, useEffect, useRef } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { type Step, steps, useSetupAddress } from './address.ts';
import { CategoryStep } from './CategoryStep.tsx';
import { GroupStep } from './GroupStep.tsx';
import { LocationStep } from './LocationStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { ShareStep } from './ShareStep.tsx';
import { StepCard } from './StepCard.tsx';
import classes from './setup.module.css';
import { useFinishSetup } from './use-finish-setup.ts';
import { type Setup, useSetup } from './use-setup.ts';

/** Props of a step; `onDone` opens the next step after this one was done or skipped, `onStep` opens any. */
export type StepProps = {
  organization: Organization;
  setup: Setup;
  onDone: () => void;
  onStep: (step: Step) => void;
};

const contents: Record<Step, ComponentType<StepProps>> = {
  profile: ProfileStep,
  location: LocationStep,
  category: CategoryStep,
  group: GroupStep,
  share: ShareStep,
};

/** The first-run guide: five short steps from nothing to a link that people can apply by. */
export function SetupPage() {
  const { organization } = useSession();
  if (!organization) return null;
  return <Guide key={organization.id} organization={organization} />;
}

function Guide({ organization }: { organization: Organization }) {
  const { t } = useI18n();
  const { address, go } = useSetupAddress();
  const setup = useSetup(organization);
  const { finish, busy } = useFinishSetup(organization);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = steps.find((step) => !setup.done[step]) ?? 'share';
  const open = address.step ?? left;
  const moved = useRef(false);
  // focuses the heading of each later step; at first the page's own heading has the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is open
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [open]);
  const show = (step: Step) => {
    moved.current = true;
    return go({ step });
  };

  const { count } = setup;
  return (
    <>
      <PageHeader
        title={t('layout.titles.setup')}
        fact={t('modules.setup.fact')}
        actions={
          !organization.setup_completed && (
            <Button {...waiting(busy, () => finish('modules.setup.skipped'))}>
              {t('modules.setup.skip_all')}
            </Button>
          )
        }
      />
      {setup.error ? (
        <QueryFailed error={setup.error} onRetry={setup.retry} />
      ) : setup.isLoading ? (
        <Pending />
      ) : (
        <div className={classes.guide}>
          <p className={classes.progress} role="status">
            <span className={classes.bar} aria-hidden>
              {steps.map((step) => (
                <i key={step} data-done={setup.done[step] || undefined} />
              ))}
            </span>
            {t('modules.setup.progress', { done: count, count: steps.length })}
          </p>
          <ol className={classes.steps}>
            {steps.map((step, at) => {
              const Content = contents[step];
              const next = steps[at + 1] ?? 'share';
              return (
                <StepCard
                  key={step}
                  step={step}
                  number={at + 1}
                  done={setup.done[step]}
                  open={open === step}
                  {...(open === step && { headingRef: heading })}
                  onOpen={() => show(step)}
                >
                  <Content
                    organization={organization}
                    setup={setup}
                    onDone={() => show(next)}
                    onStep={show}
                  />
                </StepCard>
              );
            })}
          </ol>
        </div>
      )}
    </>
  );
}
