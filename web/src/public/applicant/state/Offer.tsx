import type { ApplicantPage } from '@vpisnik/contract/rules/applicant-page';
import { inWords } from '@vpisnik/contract/rules/calendar-words';
import { useLocalized } from '../../page.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Act } from '../Act.tsx';
import { useWords } from '../words.ts';

/** The place that waits for an answer: until when, and both answers. Declining asks once more. */
export function Offer({ page, until }: { page: ApplicantPage; until: string }) {
  const words = useWords();
  const { t } = words;
  const localized = useLocalized();
  const { name, group } = page.application;
  const siblings = page.others.filter(({ together }) => together);
  const names = [name, ...siblings.map((one) => one.name)];
  const count = names.length;
  const left = words.left(until);
  const price = localized(group.price_text).children;
  return (
    <div className="moss">
      <h1>{t('applicant.heading.offered', { count })}</h1>
      <p className="ctx">
        {inWords(names, words.language)}, <span {...localized(group.name)} />
      </p>
      <div className="left">
        <Icon name="clock" />
        {left && <b>{t('applicant.offer.left', { time: left })}</b>}
        <span>{words.until(until)}</span>
      </div>
      {siblings.length > 0 && <p className="both">{t('applicant.offer.together')}</p>}
      <Act page={page} act="accept" className="btn btn-on" label={t('applicant.offer.accept', { count })} />
      <details>
        <summary className="btn">{t('applicant.offer.decline', { count })}</summary>
        <p>{t('applicant.offer.sure', { count })}</p>
        <Act page={page} act="decline" className="btn" label={t('applicant.offer.sure_yes', { count })} />
      </details>
      <p className="fine">
        {t('applicant.offer.kept', { count })} {price && t('applicant.offer.price', { price })}
      </p>
    </div>
  );
}
