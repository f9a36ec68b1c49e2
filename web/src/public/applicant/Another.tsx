import type { AnotherGroup, ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import { formatWeek } from '@vpisnik/contract/rules/format';
import { allGroupsPath, applyPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { applicationPath, useWords } from './words.ts';

type Props = { page: ApplicantPage; groups: AnotherGroup[] };

/** Groups for another child, or another person. Each is a form, which takes the guardian's data along: nothing personal stands in an address. */
export function Another({ page, groups }: Props) {
  const { t } = useWords();
  const here = usePage();
  const { organization, application } = page;
  return (
    <main className="wrap single" id="content">
      <h1>{t(application.for_child ? 'applicant.another.heading' : 'applicant.another.heading_self')}</h1>
      <p className="say">{t(groups.length > 0 ? 'applicant.another.say' : 'applicant.another.none')}</p>
      {groups.length > 0 && (
        <ul className="groups card">
          {groups.map((one) => (
            <Group key={one.group.id} {...one} organization={organization} />
          ))}
        </ul>
      )}
      <p className="ref">
        <a href={linkTo(allGroupsPath(organization), here)}>{t('applicant.another.all')}</a>
      </p>
      <a className="btn" href={linkTo(applicationPath(page, application.reference), here)}>
        {t('applicant.another.back')}
      </a>
    </main>
  );
}

function Group({
  group,
  entries,
  organization,
}: AnotherGroup & { organization: ApplicantPage['organization'] }) {
  const { t } = useWords();
  const here = usePage();
  const week = formatWeek(group.schedule, here.language);
  const standing =
    group.enrolment === 'waitlist'
      ? t('applicant.another.waitlist')
      : group.places !== null && t('applicant.free.left', { count: Math.max(0, group.places - group.taken) });
  return (
    <li>
      <form method="post" action={linkTo(applyPath(organization, group), here)}>
        <input type="hidden" name="another" value="true" />
        <input type="hidden" name="language" value={here.language} />
        {entries.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit">
          <b {...useLocalized()(group.name)} />
          {week && <span>{week}</span>}
          {standing && <span>{standing}</span>}
          <Icon name="chevron-right" />
        </button>
      </form>
    </li>
  );
}
