import { type ApplicantPage, isInQueue, withdrawalReasons } from '@vpisnik/contract/rules/applicant-page';
import { bestText } from '@vpisnik/contract/rules/texts';
import { linkTo } from '../links.ts';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Act } from './Act.tsx';
import { Person } from './Person.tsx';
import { Sign } from './Sign.tsx';
import { applicationPath, useWords } from './words.ts';

/** Asks once before an application is withdrawn, and says what comes of it. */
export function Withdraw({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const { name, group, state, payments, reference } = page.application;
  const group_name = bestText(group.name, here.language).text;
  const waits = isInQueue(state);
  return (
    <main className="wrap single" id="content">
      <Person name={name} group={group.name} />
      <h1>{t('applicant.withdraw.question', { name })}</h1>
      <ul className="will">
        <li>
          <Sign name="users" />
          <span>
            {t(waits ? 'applicant.withdraw.queue' : 'applicant.withdraw.place', { group: group_name })}
          </span>
        </li>
        {(['due', 'overdue'] as const)
          .filter((open) => !waits && payments.some((one) => one.state === open))
          .map((open) => (
            <li key={open}>
              <Icon name="receipt-euro" />
              <span>{t(`applicant.withdraw.${open}`)}</span>
            </li>
          ))}
        <li>
          <Sign name="calendar-x" />
          <span>{t('applicant.withdraw.back')}</span>
        </li>
      </ul>
      <Act page={page} act="withdraw" className="btn btn-del" label={t('applicant.withdraw.act')}>
        <label className="label" htmlFor="reason">
          {t('applicant.withdraw.reason')} <span className="opt">{t('applicant.withdraw.optional')}</span>
        </label>
        <select className="input" id="reason" name="reason">
          <option value="">{t('applicant.withdraw.reasons.none')}</option>
          {withdrawalReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`applicant.withdraw.reasons.${reason}`)}
            </option>
          ))}
        </select>
      </Act>
      <a className="btn" href={linkTo(applicationPath(page, reference), here)}>
        {t('applicant.withdraw.keep')}
      </a>
    </main>
  );
}
