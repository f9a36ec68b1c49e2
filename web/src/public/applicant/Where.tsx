import type { ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import { formatWeek } from '@vpisnik/contract/rules/format';
import type { ReactNode } from 'react';
import { useLocalized } from '../page.tsx';
import { useWords, whenWords } from './words.ts';

/** What there is to know of a group before its place is accepted. */
export function WhenAndWhere({ page }: { page: ApplicantPage }) {
  const { t, language } = useWords();
  const { application } = page;
  const { schedule, price_text } = application.group;
  const price = useLocalized()(price_text);
  const week = formatWeek(schedule, language);
  const next = whenWords(application, language);
  if (!week && !next && !isPlaced(page) && !price.children) return null;
  return (
    <section className="sec" aria-labelledby="where">
      <h2 id="where">{t('applicant.where.heading')}</h2>
      <Where page={page} price={price.children ? <span {...price} /> : null}>
        <Row name={t('applicant.where.schedule')}>{week}</Row>
        <Row name={t('applicant.step.first')}>{next}</Row>
      </Where>
    </section>
  );
}

const isPlaced = ({ application: { group } }: ApplicantPage) =>
  group.place !== null || group.leaders.length > 0;

type WhereProps = { page: ApplicantPage; children?: ReactNode; price?: ReactNode };

/** Where a group meets and who leads it, and what stands before and between; nothing where nothing is known. */
export function Where({ page, children, price }: WhereProps) {
  const { t } = useWords();
  const { place, leaders } = page.application.group;
  if (!isPlaced(page) && !children) return null;
  return (
    <dl className="data card">
      {children}
      {place && (
        <Row name={t('applicant.dates.place')}>
          {[place.name, place.address].filter(Boolean).join(', ')}
          {place.map && (
            <>
              {' '}
              <a className="map" href={place.map} rel="external noreferrer" target="_blank">
                {t('applicant.dates.map')}
              </a>
            </>
          )}
        </Row>
      )}
      <Row name={t('applicant.where.price')}>{price}</Row>
      {leaders.length > 0 && (
        <Row name={t('applicant.dates.leaders', { count: leaders.length })}>{leaders.join(', ')}</Row>
      )}
    </dl>
  );
}

/** A fact; nothing where it is not known. */
function Row({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
