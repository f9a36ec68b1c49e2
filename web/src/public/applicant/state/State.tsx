import type { ApplicantApplication, ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { ReactNode } from 'react';
import { linkTo } from '../../links.ts';
import { usePage } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Act } from '../Act.tsx';
import { Person, StatePill } from '../Person.tsx';
import { applicationPath, useWords, whenWords } from '../words.ts';
import { Offer } from './Offer.tsx';
import { Queue } from './Queue.tsx';
import { Rich } from './Rich.tsx';

/** The state as a sentence, what follows from it, and what can be done about it. */
export function State({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const { application } = page;
  const { state, name, group, queue, offer_until, reference } = application;
  if (state === 'offered' && offer_until) return <Offer page={page} until={offer_until} />;
  return (
    <>
      <Person name={name} group={group.name} />
      <StatePill state={state} />
      <h1>{headingOf(application, t)}</h1>
      <p className="say">{sayOf(application)}</p>
      {state === 'waitlisted' && queue && <Queue {...queue} />}
      {state === 'lapsed' && (
        <div className="acts">
          <Act
            page={page}
            act="want_still"
            className="btn btn-primary"
            label={t('applicant.offer.want_still')}
          />
          <a className="btn" href={linkTo(applicationPath(page, reference, 'withdraw'), here)}>
            {t('applicant.withdraw.act')}
          </a>
        </div>
      )}
      {(state === 'withdrawn' || state === 'inactive') && group.apply_path && (
        <div className="acts">
          <a className="btn" href={linkTo(group.apply_path, here)}>
            {t('applicant.withdraw.again')}
          </a>
        </div>
      )}
      <Steps application={application} />
      <Own application={application} />
    </>
  );
}

type Words = ReturnType<typeof useWords>;

function headingOf({ state, queue, payments }: ApplicantApplication, t: Words['t']): string {
  if (state === 'waitlisted')
    return queue
      ? t('applicant.heading.waitlisted', { position: queue.position })
      : t('applicant.pill.waitlisted');
  const isPaid = payments.length > 0 && payments.every((one) => one.state === 'paid');
  return t(state === 'approved' && isPaid ? 'applicant.heading.paid' : `applicant.heading.${state}`);
}

function sayOf(application: ApplicantApplication): ReactNode {
  const { state, email, reason, withdrawn_at } = application;
  switch (state) {
    case 'pending':
    case 'waitlisted':
    case 'taken_back':
      return <Sentence name={state} values={{ email }} />;
    case 'approved':
      return (
        <>
          <Owed application={application} /> <NextMeeting application={application} />
        </>
      );
    case 'rejected':
      return <Sentence name={reason ? 'rejected' : 'rejected_plain'} values={{ reason }} />;
    case 'withdrawn':
      return <Withdrawn at={withdrawn_at} />;
    case 'lapsed':
    case 'inactive':
      return <Sentence name={state} values={{}} />;
    case 'offered':
      return null;
  }
}

type Said = 'pending' | 'waitlisted' | 'rejected' | 'rejected_plain' | 'lapsed' | 'taken_back' | 'inactive';

const Sentence = ({ name, values }: { name: Said; values: Record<string, string> }) =>
  useWords().t(`applicant.say.${name}`, values);

const Withdrawn = ({ at }: { at: string | null }) => {
  const words = useWords();
  return at === null ? null : words.t('applicant.say.withdrawn', { at: words.at(at) });
};

function Owed({ application: { payments } }: { application: ApplicantApplication }) {
  const { t, money, day } = useWords();
  const first = payments.find(({ state }) => state !== 'paid');
  if (!first) return null;
  const amount = money(first.amount, first.currency);
  if (!first.due_date) return t('applicant.say.pay', { amount });
  const late = first.state === 'overdue';
  return t(late ? 'applicant.say.pay_late' : 'applicant.say.pay_until', { amount, day: day(first.due_date) });
}

function NextMeeting({ application }: { application: ApplicantApplication }) {
  const { t, language } = useWords();
  const when = whenWords(application, language);
  return when === null ? null : t('applicant.say.next', { when });
}

/** The way of an application that is not decided yet. */
function Steps({ application }: { application: ApplicantApplication }) {
  const { t, at, language } = useWords();
  const { state, applied_at, released } = application;
  if (state === 'withdrawn')
    return !released ? null : (
      <ul className="next">
        <Step icon="receipt-euro" title={t('applicant.step.void')}>
          {t('applicant.step.void_text')}
        </Step>
      </ul>
    );
  if (state !== 'pending' && state !== 'waitlisted') return null;
  const when = whenWords(application, language);
  return (
    <ol className="next">
      <Step icon="check" title={t('applicant.step.sent')} done>
        {at(applied_at)}
      </Step>
      {state === 'waitlisted' ? (
        <>
          <Step icon="mail" title={t('applicant.step.offer')}>
            {t('applicant.step.offer_text')}
          </Step>
          <Step icon="check" title={t('applicant.step.accept')}>
            {t('applicant.step.accept_text')}
          </Step>
        </>
      ) : (
        <>
          <Step icon="user-check" title={t('applicant.step.decision')}>
            {t('applicant.step.decision_text')}
          </Step>
          {when && (
            <Step icon="calendar-event" title={t('applicant.step.first')}>
              {when}
            </Step>
          )}
        </>
      )}
    </ol>
  );
}

type StepProps = {
  icon: 'check' | 'mail' | 'user-check' | 'calendar-event' | 'receipt-euro';
  title: string;
  done?: boolean;
  children: ReactNode;
};

function Step({ icon, title, done, children }: StepProps) {
  return (
    <li className={done ? 'done' : undefined}>
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        <span>{children}</span>
      </div>
    </li>
  );
}

/** What the organisation itself says about what follows. */
function Own({ application }: { application: ApplicantApplication }) {
  const { t, language } = useWords();
  const { next_steps, name, group, reference } = application;
  const said = bestText(next_steps, language);
  if (!said.text) return null;
  const values = {
    participant_name: name,
    group_name: bestText(group.name, language).text,
    reference,
  };
  return (
    <section className="own" aria-labelledby="own">
      <h2 id="own">{t('applicant.next')}</h2>
      <Rich text={said.text} values={values} {...(said.language !== language && { lang: said.language })} />
    </section>
  );
}
