import type { ApplicantApplication } from '@vpisnik/contract/rules/applicant-page';
import { ticksOf } from '../../../ui/marks/Places.tsx';
import { useWords } from '../words.ts';

type Props = NonNullable<ApplicantApplication['queue']>;

/** From this place on the queue is told in words alone. */
const DRAWN = 10;

/** The place in the queue: the register goes on behind the places, ours is the solid tick. */
export function Queue({ position, places, taken }: Props) {
  const { t } = useWords();
  const ahead = position - 1;
  return (
    <div className="queue card">
      {places !== null && position < DRAWN && <Line places={places} taken={taken} ahead={ahead} />}
      <p>
        <b>{ahead === 0 ? t('applicant.queue.none') : t('applicant.queue.ahead', { count: ahead })}</b>
        {places !== null && t('applicant.queue.places', { taken, places })}
      </p>
    </div>
  );
}

function Line({ places, taken, ahead }: { places: number; taken: number; ahead: number }) {
  const { ticks, filled } = ticksOf(taken, places);
  const dash = ticks * 8 + 8;
  const from = dash + 12;
  const mine = from + ahead * 11;
  const row = (first: number, last: number) =>
    Array.from({ length: last - first }, (_, at) => `M${(first + at) * 8} 8h5v26h-5z`).join('');
  return (
    <svg viewBox={`0 0 ${mine + 11} 34`} width={mine + 11} height="34" aria-hidden="true">
      <path className="taken" d={row(0, filled)} />
      <path className="free" d={row(filled, ticks)} />
      <path className="edge" d={`M${dash} 4v30`} />
      {Array.from({ length: ahead }, (_, at) => from + at * 11).map((x) => (
        <path key={x} className="waits" d={`M${x + 0.75} 8.75h5.5v24.5h-5.5z`} />
      ))}
      <path className="me" d={`M${mine} 0h11v34h-11z`} />
    </svg>
  );
}
