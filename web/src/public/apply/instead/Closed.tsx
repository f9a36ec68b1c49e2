import type { PublicGroupPage } from '@vpisnik/contract/public';
import { formatDay } from '@vpisnik/contract/rules/format';
import { mailtoOf } from '@vpisnik/contract/rules/limits';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import type { ReactNode } from 'react';
import { linkTo, othersPath } from '../../links.ts';
import { useLocalized, usePage } from '../../page.tsx';
import { useInsteadTexts } from './instead-texts.ts';

type Props = { page: ApplyPage; group: PublicGroupPage; title: string; children: ReactNode };

/** Notice in place of the form: the reason, and links to other groups and to the organisation's e-mail. */
export function Closed({ page: { organization }, group, title, children }: Props) {
  const page = usePage();
  const t = useInsteadTexts();
  const category = useLocalized()(group.category.name).children;
  return (
    <section className="body closed">
      <h2>{title}</h2>
      {children}
      <div className="acts">
        <a className="btn" href={linkTo(othersPath(organization, group.category), page)}>
          {group.category.active ? t('closed.other', { category }) : page.t('groups.other')}
        </a>
        {organization.email && (
          <a className="btn" href={mailtoOf(organization.email)}>
            {t('closed.contact')}
          </a>
        )}
      </div>
    </section>
  );
}

/** A group that is full without a waiting list, closed or ended. */
export function ClosedGroup({ page, group }: Omit<Props, 'title' | 'children'>) {
  const { language } = usePage();
  const t = useInsteadTexts();
  const why = group.enrolment === 'full' || group.enrolment === 'ended' ? group.enrolment : 'closed';
  const day = group.end_date ? formatDay(group.end_date, language) : '';
  return (
    <Closed page={page} group={group} title={t(`closed.${why}`)}>
      <p>{t(`closed.${why}_text`, { day })}</p>
    </Closed>
  );
}
