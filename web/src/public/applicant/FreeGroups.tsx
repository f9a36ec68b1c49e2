import type { PublicGroup } from '@vpisnik/contract/public';
import type { ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import { formatWeek } from '@vpisnik/contract/rules/format';
import { applyPath, linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useWords } from './words.ts';

/** Other groups that have places for who was not accepted. */
export function FreeGroups({ page: { free_groups, organization } }: { page: ApplicantPage }) {
  const { t } = useWords();
  if (free_groups.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="free">
      <h2 id="free">{t('applicant.free.heading')}</h2>
      <ul className="groups card">
        {free_groups.map((group) => (
          <Free key={group.id} group={group} organization={organization} />
        ))}
      </ul>
    </section>
  );
}

function Free({ group, organization }: { group: PublicGroup; organization: ApplicantPage['organization'] }) {
  const { t } = useWords();
  const here = usePage();
  const week = formatWeek(group.schedule, here.language);
  return (
    <li>
      <a href={linkTo(applyPath(organization, group), here)}>
        <b {...useLocalized()(group.name)} />
        {week && <span>{week}</span>}
        {group.places !== null && (
          <span>{t('applicant.free.left', { count: Math.max(0, group.places - group.taken) })}</span>
        )}
        <Icon name="chevron-right" />
      </a>
    </li>
  );
}
