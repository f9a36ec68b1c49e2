import { type ApplicantFact, type ApplicantPage, actsOf } from '@vpisnik/contract/rules/applicant-page';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { applicationPath, useWords } from './words.ts';

/** What the applicant has told; sensitive answers only as a line that says that they are kept. */
export function OwnData({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const { facts, language, state, reference } = page.application;
  return (
    <section className="sec" aria-labelledby="told">
      <div className="hd">
        <h2 id="told">{t('applicant.data.heading')}</h2>
        {page.nonces && actsOf[state].includes('save') && (
          <a href={linkTo(applicationPath(page, reference, 'edit'), here)}>{t('applicant.data.edit')}</a>
        )}
      </div>
      <dl className="data card">
        {facts.map((fact) => (
          <div key={fact.id}>
            {fact.name === 'answer' ? (
              <dt lang={language}>{fact.question}</dt>
            ) : (
              <dt>{t(`applicant.data.${fact.name}`)}</dt>
            )}
            <Value fact={fact} />
          </div>
        ))}
      </dl>
    </section>
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
