import type { ApplicantLinkPage } from '@vpisnik/contract/rules/applicant-page';
import { limits } from '@vpisnik/contract/rules/limits';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { Sign } from './Sign.tsx';
import type { ApplicantTranslate } from './words.ts';

/** The page of every link that leads nowhere: it asks for the address, and answers the same whatever that is. */
export function LinkEnded({ page, t }: { page: ApplicantLinkPage; t: ApplicantTranslate }) {
  const { organization, state, address } = page;
  if (state === 'sent' || state === 'moved')
    return (
      <Layout organization={organization}>
        <main className="wrap single" id="content">
          <span className="badge on">
            <Icon name="mail" />
          </span>
          <h1>{t(`applicant.link.${state}`)}</h1>
          <p className="say">{t(`applicant.link.${state}_text`, { address })}</p>
          <p className="ref">{t(state === 'sent' ? 'applicant.link.missing' : 'applicant.link.moved_old')}</p>
        </main>
      </Layout>
    );
  const problem = state === 'invalid' || state === 'read_only' ? state : null;
  return (
    <Layout organization={organization}>
      <main className="wrap single" id="content">
        <span className="badge">
          <Sign name="link-off" />
        </span>
        <h1>{t('applicant.link.ended')}</h1>
        <p className="say">{t('applicant.link.ended_text')}</p>
        <form method="post" action="/my" noValidate>
          <label className="label" htmlFor="address">
            {t('applicant.link.address')}
          </label>
          {problem && (
            <p className="problem" id="problem">
              <Icon name="alert-circle" />
              {t(`applicant.link.${problem}`)}
            </p>
          )}
          <input
            className="input"
            id="address"
            name="address"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={limits.email}
            defaultValue={address}
            aria-invalid={problem === 'invalid' || undefined}
            aria-describedby={problem ? 'problem' : undefined}
            // biome-ignore lint/a11y/noAutofocus: a refused address is mended
            autoFocus={problem !== null}
            required
          />
          <button type="submit" className="btn btn-primary btn-lg">
            {t('applicant.link.send')}
          </button>
        </form>
        <p className="ref">{t('applicant.link.lost')}</p>
      </main>
    </Layout>
  );
}
