import { type ApplicantFact, type ApplicantPage, actsOf } from '@vpisnik/contract/rules/applicant-page';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Act } from './Act.tsx';
import { applicationPath, useWords } from './words.ts';

/**
 * What the applicant has told; sensitive answers only as a line that says that they are kept. Of an application that is over only
 * the consents are left, to be withdrawn.
 */
export function OwnData({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const { facts, language, state, reference } = page.application;
  const lives = actsOf[state].includes('save');
  const shown = facts.filter((fact) => lives || fact.withdrawable);
  if (shown.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="told">
      <div className="hd">
        <h2 id="told">{t(lives ? 'applicant.data.heading' : 'applicant.data.consents')}</h2>
        {page.nonces && lives && (
          <a href={linkTo(applicationPath(page, reference, 'edit'), here)}>{t('applicant.data.edit')}</a>
        )}
      </div>
      <dl className="data card">
        {shown.map((fact) => (
          <div key={fact.id}>
            {fact.name === 'answer' ? (
              <dt lang={language}>{fact.question}</dt>
            ) : (
              <dt>{t(`applicant.data.${fact.name}`)}</dt>
            )}
            <Value fact={fact} />
            {fact.withdrawable && <WithdrawConsent page={page} fact={fact} />}
          </div>
        ))}
      </dl>
    </section>
  );
}

function WithdrawConsent({ page, fact: { id, question } }: { page: ApplicantPage; fact: ApplicantFact }) {
  const { t } = useWords();
  return (
    <dd className="act">
      <Act
        page={page}
        act="withdraw_consent"
        className="btn"
        label={t('applicant.data.withdraw_consent')}
        name={t('applicant.data.withdraw_consent_of', { question: question ?? '' })}
      >
        <input type="hidden" name="question" value={id} />
      </Act>
    </dd>
  );
}

function Value({ fact: { kind, value } }: { fact: ApplicantFact }) {
  const { t, day } = useWords();
  if (value === null)
    return (
      <dd className="kept">
        <Icon name="lock" />
        <span>{t('applicant.data.hidden')}</span>
      </dd>
    );
  if (kind === 'tick') return <dd>{t(value === 'true' ? 'applicant.data.yes' : 'applicant.data.no')}</dd>;
  if (kind === 'day') return <dd>{day(value)}</dd>;
  return <dd>{value}</dd>;
}
