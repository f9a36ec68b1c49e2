import { useState } from 'react';
import { draftKey, dropDraft, readDraft, writeDraft } from '../../../lib/form/drafts.ts';
import { same } from '../../../lib/form/merge.ts';
import { useSession } from '../../../lib/session/context.ts';

type Meanings<Field extends string> = Partial<Record<Field, number>>;
type Sheet<Field extends string> = {
  kind: string;
  columns: readonly { name: string }[];
  /** The guess by the columns' names. */
  mapping: Meanings<Field>;
};

type Mapping<Field extends string> = {
  mapping: Meanings<Field>;
  /** Whether the mapping was restored from an earlier choice that differs from the guess. */
  isKept: boolean;
  change: (mapping: Meanings<Field>) => void;
  /** Resets to the mapping guessed from the columns' names. */
  guess: () => void;
};

/**
 * Mapping of a file's columns. Choices stay on this device, for a reload and for the next file with the same columns, such
 * as a corrected one.
 *
 * @param fields what a column may hold
 */
export function useMapping<Field extends string>(
  sheet: Sheet<Field>,
  fields: readonly Field[],
): Mapping<Field> {
  const { user, organization } = useSession();
  const columns = sheet.columns.map(({ name }) => name);
  const thing = `import.${sheet.kind}.${columns.join('|').slice(0, 200)}`;
  const key = draftKey(user?.id ?? '', organization?.id ?? '', thing);
  const [kept] = useState(() => mappingOf(readDraft(key)?.content, sheet, fields));
  const [mapping, setMapping] = useState(kept ?? sheet.mapping);
  return {
    mapping,
    isKept: kept !== null && same(mapping, kept) && !same(kept, sheet.mapping),
    change: (next) => {
      setMapping(next);
      writeDraft(key, { columns, mapping: next });
    },
    guess: () => {
      setMapping(sheet.mapping);
      dropDraft(key);
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A kept choice, as far as it suits the file; null when it is about other columns. */
function mappingOf<Field extends string>(
  content: unknown,
  { columns }: Sheet<Field>,
  fields: readonly Field[],
): Meanings<Field> | null {
  if (!isObject(content) || !isObject(content.mapping) || !Array.isArray(content.columns)) return null;
  const names = columns.map(({ name }) => name);
  if (!same(content.columns, names)) return null;
  const taken = new Set<unknown>();
  const chosen = Object.entries(content.mapping).filter(([field, at]) => {
    const isColumn = Number.isInteger(at) && names[at as number] !== undefined && !taken.has(at);
    taken.add(at);
    return isColumn && fields.some((one) => one === field);
  });
  return Object.fromEntries(chosen) as Meanings<Field>;
}
