/** The imported spreadsheet, whether its columns are settled, and whether missing categories and locations are created. */
export type ImportSearch = { id?: string; step?: 'preview'; create_missing?: true };

/** Reads the address of the assistant. */
export function parseImportSearch(search: Record<string, unknown>): ImportSearch {
  const { id, step, create_missing } = search;
  return {
    ...(typeof id === 'string' && id.length <= 40 && { id }),
    ...(step === 'preview' && { step }),
    ...(create_missing === true && { create_missing }),
  };
}
