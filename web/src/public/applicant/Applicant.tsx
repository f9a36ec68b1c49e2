import {
  type ApplicantNotice,
  type ApplicantPage,
  actsOf,
  isInQueue,
} from '@vpisnik/contract/rules/applicant-page';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Layout } from '../parts/Layout.tsx';
import { Address } from './Address.tsx';
import { Another } from './Another.tsx';
import { Dates } from './Dates.tsx';
import { Edit } from './edit/Edit.tsx';
import { FreeGroups } from './FreeGroups.tsx';
import { Others, Strip } from './Others.tsx';
import { OwnData } from './OwnData.tsx';
import { Pay } from './Pay.tsx';
import { State } from './state/State.tsx';
import { WhenAndWhere } from './Where.tsx';
import { Withdraw } from './Withdraw.tsx';
import { type ApplicantTranslate, applicationPath, spelled, useWords, WordsProvider } from './words.ts';

type Props = { page: ApplicantPage; t: ApplicantTranslate };

/** The page of an applicant: one application with everything about it, and a line for each of the others. */
export function Applicant({ page, t }: Props) {
  return (
    <WordsProvider value={{ t, time_zone: page.organization.time_zone }}>
      <Layout organization={page.organization}>
        <Strip page={page} />
        {page.nonces === null && <aside className="look">{t('applicant.read_only')}</aside>}
        <p className="told offline" data-offline hidden role="status">
          <Icon name="alert-circle" />
          <span>{t('applicant.offline')}</span>
        </p>
        {page.notice && (
          // biome-ignore lint/a11y/noAutofocus: what became of the act that led here is read first
          <p className="told" role={bad.has(page.notice) ? 'alert' : 'status'} tabIndex={-1} autoFocus>
            <Icon name={bad.has(page.notice) ? 'alert-circle' : 'check'} />
            <span>{t(`applicant.notice.${page.notice}`)}</span>
          </p>
        )}
        <View page={page} />
      </Layout>
    </WordsProvider>
  );
}

/** Notices of what has not been done. */
const bad: ReadonlySet<ApplicantNotice> = new Set([
  'again',
  'too_late',
  'over',
  'date_over',
  'not_saved',
  'read_only',
]);

function View({ page }: { page: ApplicantPage }) {
  if (page.edit) return <Edit page={page} edit={page.edit} />;
  if (page.address_change) return <Address page={page} change={page.address_change} />;
  if (page.another) return <Another page={page} groups={page.another} />;
  return page.view === 'withdraw' ? <Withdraw page={page} /> : <Application page={page} />;
}

function Application({ page }: { page: ApplicantPage }) {
  const { state } = page.application;
  return (
    <main className="wrap" id="content">
      <div className="top">
        <State page={page} />
      </div>
      <div className="side">
        <Pay page={page} />
        <Others page={page} />
      </div>
      <div className="mid">
        {state === 'approved' && <Dates page={page} />}
        {(state === 'offered' || state === 'lapsed') && <WhenAndWhere page={page} />}
        <FreeGroups page={page} />
        <OwnData page={page} />
      </div>
      <div className="end">
        <Bye page={page} />
        <Reference page={page} />
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
  if (state === 'lapsed' || !actsOf[state].includes('withdraw') || page.nonces === null) return null;
  return (
    <section className="bye">
      <a className="btn btn-danger" href={linkTo(applicationPath(page, reference, 'withdraw'), here)}>
        {t('applicant.withdraw.act')}
      </a>
      <p>{t(isInQueue(state) ? 'applicant.withdraw.hint_waiting' : 'applicant.withdraw.hint')}</p>
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
