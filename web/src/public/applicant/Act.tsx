import type { ApplicantAct, ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import type { ReactNode } from 'react';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { applicationPath } from './words.ts';

type Props = {
  page: Pick<ApplicantPage, 'base' | 'nonce' | 'application'>;
  act: ApplicantAct;
  className: string;
  label: string;
  /** Its name for assistive technology, where the label alone says too little. */
  name?: string;
  children?: ReactNode;
};

/** A form of one button that does something; on a page that is only looked at the button rests. */
export function Act({ page, act, className, label, name, children }: Props) {
  const { nonce, application } = page;
  return (
    <form method="post" action={linkTo(applicationPath(page, application.reference), usePage())}>
      {children}
      <input type="hidden" name="nonce" value={nonce ?? ''} />
      <button
        type="submit"
        name="act"
        value={act}
        className={className}
        aria-label={name}
        disabled={nonce === null}
      >
        {label}
      </button>
    </form>
  );
}
