import type { AddressChange, ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Act } from './Act.tsx';
import { applicationPath, useWords } from './words.ts';

/** Asks for the code that was mailed to a new address. Until it is typed, the present one holds. */
export function Address({ page, change }: { page: ApplicantPage; change: AddressChange }) {
  const { t } = useWords();
  const here = usePage();
  const { reference, email } = page.application;
  const { new_address, problem } = change;
  return (
    <main className="wrap single" id="content">
      <span className="badge on">
        <Icon name="mail" />
      </span>
      <h1>{t('applicant.address.heading')}</h1>
      <p className="say">{t('applicant.address.say', { address: new_address, present: email })}</p>
      <Act
        page={page}
        act="confirm_address"
        below="address"
        className="btn btn-primary btn-lg"
        label={t('applicant.address.confirm')}
      >
        <label className="label" htmlFor="code">
          {t('applicant.address.code')}
        </label>
        {problem && (
          <p className="problem" id="problem" role="alert">
            <Icon name="alert-circle" />
            {t(`applicant.address.${problem}`)}
          </p>
        )}
        <input
          className="input code-field"
          id="code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'problem' : undefined}
          // biome-ignore lint/a11y/noAutofocus: a refused code is typed anew
          autoFocus={problem !== null}
          required
        />
      </Act>
      <Act page={page} act="send_code" below="address" className="btn" label={t('applicant.address.again')} />
      <p className="ref">{t('applicant.address.missing')}</p>
      <p className="ref">
        <a href={linkTo(applicationPath(page, reference), here)}>{t('applicant.address.back')}</a>
      </p>
    </main>
  );
}
