/**
 * The imported spreadsheet, whether its columns are settled, and whether missing categories and locations are created; the
 * group from which an import of participants was begun.
 */
export type ImportSearch = { id?: string; step?: 'preview'; create_missing?: true; group?: string };

/** Reads the address of the assistant. */
export function parseImportSearch(search: Record<string, unknown>): ImportSearch {
  const { id, step, create_missing, group } = search;
  return {
    ...(typeof id === 'string' && id.length <= 40 && { id }),
    ...(step === 'preview' && { step }),
    ...(create_missing === true && { create_missing }),
    ...(typeof group === 'string' && group.length <= 40 && { group }),
  };
}
