import type { ApplicantState } from '@vpisnik/contract/rules/applicant-page';
import type { Texts } from '@vpisnik/contract/rules/texts';
import type { ReactNode } from 'react';
import { useLocalized } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Sign } from './Sign.tsx';
import { initialsOf, useWords } from './words.ts';

/** A person's initials in a circle, beside the name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Who takes part in what. */
export function Person({ name, group }: { name: string; group: Texts }) {
  return (
    <div className="id">
      <Avatar name={name} />
      <span>
        <b>{name}</b>
        <span {...useLocalized()(group)} />
      </span>
    </div>
  );
}

const looks = {
  pending: ['pending', <Icon key="i" name="clock" />],
  approved: ['approved', <Icon key="i" name="check" />],
  waitlisted: ['waitlisted', <Icon key="i" name="hourglass" />],
  offered: ['waitlisted', <Icon key="i" name="hourglass" />],
  lapsed: ['waitlisted', <Icon key="i" name="hourglass" />],
  taken_back: ['waitlisted', <Icon key="i" name="hourglass" />],
  rejected: ['rejected', <Icon key="i" name="x" />],
  withdrawn: ['inactive', <Sign key="i" name="arrow-back" />],
  inactive: ['inactive', <Sign key="i" name="arrow-back" />],
} as const satisfies Record<ApplicantState, readonly [string, ReactNode]>;

/** How an application stands, in its colour; `children` instead of the usual words. */
export function StatePill({ state, children }: { state: ApplicantState; children?: ReactNode }) {
  const { t } = useWords();
  const [look, sign] = looks[state];
  return (
    <span className={`pill ${look}`}>
      {sign}
      <span>{children ?? t(`applicant.pill.${state}`)}</span>
    </span>
  );
}
