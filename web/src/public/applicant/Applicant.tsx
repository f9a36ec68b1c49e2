import { type ApplicantPage, actsOf } from '@vpisnik/contract/rules/applicant-page';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { Dates } from './Dates.tsx';
import { FreeGroups } from './FreeGroups.tsx';
import { Others, Strip } from './Others.tsx';
import { OwnData } from './OwnData.tsx';
import { Pay } from './Pay.tsx';
import { State } from './State.tsx';
import { Withdraw } from './Withdraw.tsx';
import { type ApplicantTranslate, applicationPath, spelled, useWords, WordsProvider } from './words.ts';

type Props = { page: ApplicantPage; t: ApplicantTranslate };

/** The page of an applicant: one application with everything about it, and a line for each of the others. */
export function Applicant({ page, t }: Props) {
  const asksToWithdraw = page.view === 'withdraw' && actsOf[page.application.state].includes('withdraw');
  return (
    <WordsProvider value={{ t, time_zone: page.organization.time_zone }}>
      <Layout organization={page.organization}>
        <Strip page={page} />
        {page.nonce === null && <p className="look">{t('applicant.read_only')}</p>}
        {page.notice && (
          <p className="told" role="status">
            <Icon name={page.notice === 'again' || page.notice === 'too_late' ? 'alert-circle' : 'check'} />
            <span>{t(`applicant.notice.${page.notice}`)}</span>
          </p>
        )}
        {asksToWithdraw ? <Withdraw page={page} /> : <Application page={page} />}
      </Layout>
    </WordsProvider>
  );
}

function Application({ page }: { page: ApplicantPage }) {
  const { state } = page.application;
  const isOver = state === 'rejected' || state === 'withdrawn' || state === 'inactive';
  return (
    <main className="wrap" id="content">
      <div className="top">
        <State page={page} />
      </div>
      <div className="mid">
        {state === 'approved' && <Dates page={page} />}
        <FreeGroups page={page} />
        {!isOver && <OwnData page={page} />}
      </div>
      <div className="end">
        <Bye page={page} />
        <Reference page={page} />
      </div>
      <div className="side">
        <Pay page={page} />
        <Others page={page} />
      </div>
    </main>
  );
}

/** Leads to the question before an application is withdrawn. */
function Bye({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const { state, reference } = page.application;
  // an open offer and a passed one have buttons of their own above
  if (state === 'lapsed' || !actsOf[state].includes('withdraw') || page.nonce === null) return null;
  return (
    <section className="bye">
      <a className="btn btn-danger" href={linkTo(applicationPath(page, reference, 'withdraw'), here)}>
        {t('applicant.withdraw.act')}
      </a>
      <p>{t(state === 'waitlisted' ? 'applicant.withdraw.hint_waiting' : 'applicant.withdraw.hint')}</p>
    </section>
  );
}

function Reference({ page: { application } }: { page: ApplicantPage }) {
  const { t, at } = useWords();
  return (
    <p className="ref">
      {t('applicant.number')} <b className="num">{spelled(application.reference)}</b>,{' '}
      {t('applicant.sent_at', { at: at(application.applied_at) })}
    </p>
  );
}
