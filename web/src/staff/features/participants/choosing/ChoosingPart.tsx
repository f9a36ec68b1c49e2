import { useEffect } from 'react';
import { isFiltered } from '../address.ts';
import { JobCards } from '../bulk/JobCards.tsx';
import { ChoosingBar } from './ChoosingBar.tsx';
import { nobody } from './chosen.ts';
import { selectByKeys } from './row-keys.ts';
import type { Choice, Place } from './use-choosing.tsx';
import { WholeNote } from './WholeNote.tsx';
import { countOf, wireOf } from './wire.ts';

/** A part of a list that is about the choice in it. */
export function ChoosingPart({ place, ...choice }: Choice & { place: Place }) {
  if (place === 'note') return <Note {...choice} />;
  if (place === 'bar') return <Bar {...choice} />;
  // a report chooses those whom it names
  return <JobCards onChoose={(ids) => choice.choose({ kind: 'some', ids: new Set(ids) })} />;
}

/** The steps from the shown rows to all that match and back, where there are more. */
function stepsOf({ choose, selection, shown, last }: Choice) {
  const { total = shown.length, as_of } = last ?? {};
  return {
    total,
    isPage: shown.length > 0 && shown.every((id) => selection.selected.has(id)),
    onShown: () => choose({ kind: 'some', ids: new Set(shown) }),
    onAll:
      as_of !== undefined && total > shown.length
        ? () => choose({ kind: 'all', except: new Set(), total, asOf: as_of })
        : undefined,
  };
}

function Note(choice: Choice) {
  const { chosen, filters, shown } = choice;
  const { isPage, ...steps } = stepsOf(choice);
  if (chosen.kind === 'some' && !(isPage && steps.onAll)) return null;
  return <WholeNote chosen={chosen} shown={shown.length} isFiltered={isFiltered(filters)} {...steps} />;
}

function Bar(choice: Choice) {
  const { chosen, choose, filters, filter, groupId, columns, isReviewing, selection, shown, keys } = choice;
  const { isPage, onAll, onShown } = stepsOf(choice);
  useEffect(() => {
    const { selected, onChange } = selection;
    keys.current = (event) => selectByKeys(event, { ids: shown, selected, onChange, onAll });
  });
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
