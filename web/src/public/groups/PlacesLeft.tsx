import type { PublicGroup } from '@vpisnik/contract/public';
import { Places } from '../../ui/marks/Places.tsx';
import { usePage } from '../page.tsx';

type Props = { group: Pick<PublicGroup, 'places' | 'taken' | 'waiting' | 'enrolment'> };

/** Ticks and words for the places of a group that can be applied to, now or later; nothing when they are unlimited. */
export function PlacesLeft({ group: { places, taken, waiting, enrolment } }: Props) {
  const { t } = usePage();
  if (enrolment === 'closed' || enrolment === 'ended') return null;
  const free = places === null ? null : Math.max(0, places - taken);
  const queued = enrolment === 'waitlist' || enrolment === 'full';
  if (free === null && !queued) return null;
  return (
    <p className="left">
      {places !== null && <Places limit={places} taken={taken} />}
      {queued ? (
        <>
          <b>{free ? t('group.waiting_list') : t('group.full')}</b>
          {waiting > 0 && `, ${t('group.waiting', { count: waiting })}`}
        </>
      ) : (
        <>
          <b>{t('group.free', { count: free ?? 0 })}</b>{' '}
          {places !== null && taken > 0 && t('group.of_places', { count: places })}
        </>
      )}
    </p>
  );
}
