import { isFiltered } from '../address.ts';
import { JobCards } from '../bulk/JobCards.tsx';
import { ChoosingBar } from './ChoosingBar.tsx';
import { nobody } from './chosen.ts';
import { stepsOf, useRowKeys } from './steps.ts';
import type { Place } from './use-choice.ts';
import type { PeopleChoice } from './use-choosing.tsx';
import { WholeNote } from './WholeNote.tsx';
import { countOf, wireOf } from './wire.ts';

/** A part of a list that is about the choice in it. */
export function ChoosingPart({ place, ...choice }: PeopleChoice & { place: Place }) {
  if (place === 'note')
    return <WholeNote choice={choice} isFiltered={isFiltered(choice.filters)} words="bulk" />;
  if (place === 'bar') return <Bar {...choice} />;
  // a report chooses those whom it names
  return (
    <JobCards of="participants" onChoose={(ids) => choice.choose({ kind: 'some', ids: new Set(ids) })} />
  );
}

function Bar(choice: PeopleChoice) {
  const { chosen, choose, filters, filter, groupId, columns, isReviewing } = choice;
  const { isPage, onAll, onShown } = stepsOf(choice);
  useRowKeys(choice, onAll);
  return (
    <ChoosingBar
      count={countOf(chosen)}
      selection={wireOf(chosen, filter)}
      search={filters}
      columns={columns}
      groupId={groupId}
      hasKeys={!isReviewing}
      onShown={isPage ? undefined : onShown}
      onAll={chosen.kind === 'all' ? undefined : onAll}
      onClear={() => choose(nobody)}
    />
  );
}
