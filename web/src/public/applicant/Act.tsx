import type { ApplicantAct, ApplicantPage, ApplicantView } from '@vpisnik/contract/rules/applicant-page';
import type { ReactNode } from 'react';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { applicationPath } from './words.ts';

type Props = {
  page: Pick<ApplicantPage, 'base' | 'nonces' | 'application'>;
  act: ApplicantAct;
  className: string;
  label: string;
  /** Its name for assistive technology, where the label alone says too little. */
  name?: string;
  /** The view that its form is in, when that is not the application's own. */
  below?: ApplicantView;
  children?: ReactNode;
};

/** A form of one button that does something; on a page that is only looked at the button rests. */
export function Act({ page, act, className, label, name, below, children }: Props) {
  const { nonces, application } = page;
  return (
    <form
      method="post"
      action={linkTo(applicationPath(page, application.reference, ...(below ? [below] : [])), usePage())}
    >
      {children}
      <input type="hidden" name="nonce" value={nonces?.[act] ?? ''} />
      <button
        type="submit"
        name="act"
        value={act}
        className={className}
        aria-label={name}
        disabled={nonces === null}
      >
        {label}
      </button>
    </form>
  );
}
