import type { ApplicantPage, OtherApplication } from '@vpisnik/contract/rules/applicant-page';
import { allGroupsPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Avatar, StatePill } from './Person.tsx';
import { Sign } from './Sign.tsx';
import { applicationPath, useWords } from './words.ts';

/** The other applications of the address, and the way to a new one. */
export function Others({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const localized = useLocalized();
  const { others, organization, application } = page;
  const another = (
    <a
      className="btn"
      href={linkTo(
        page.nonces ? applicationPath(page, application.reference, 'another') : allGroupsPath(organization),
        here,
      )}
    >
      <Sign name="plus" />
      {t(application.for_child ? 'applicant.others.another' : 'applicant.others.another_self')}
    </a>
  );
  if (others.length === 0) return <p className="add">{another}</p>;
  return (
    <section className="box card" aria-labelledby="others">
      <h2 id="others">{t('applicant.others.heading')}</h2>
      <ul>
        {others.map((one) => (
          <li key={one.reference}>
            <a href={linkTo(applicationPath(page, one.reference), here)}>
              <Avatar name={one.name} />
              <span>
                <b>{one.name}</b>
                <span className="g" {...localized(one.group_name)} />
                <Standing other={one} />
              </span>
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
      <p className="add">{another}</p>
    </section>
  );
}

function Standing({ other: { state, owes } }: { other: OtherApplication }) {
  const { t } = useWords();
  const paid =
    state === 'approved' && owes !== null && t(owes ? 'applicant.others.owes' : 'applicant.others.settled');
  return (
    <StatePill state={state}>{[t(`applicant.pill.${state}`), paid].filter(Boolean).join(', ')}</StatePill>
  );
}

/** A strip above the page for another application that waits for an answer of its own. */
export function Strip({ page }: { page: ApplicantPage }) {
  const { t, until } = useWords();
  const here = usePage();
  const waiting = page.others.find(({ state, together }) => state === 'offered' && !together);
  if (!waiting?.offer_until) return null;
  return (
    <aside className="wait" aria-label={t('applicant.strip')}>
      <a href={linkTo(applicationPath(page, waiting.reference), here)}>
        <Icon name="hourglass" />
        <span>
          <b>{waiting.name}:</b> {t('applicant.strip_text', { until: until(waiting.offer_until, 'short') })}
        </span>
        <Icon name="chevron-right" />
      </a>
    </aside>
  );
}
