import { parseRosterSearch, type RosterSearch } from '../../participants/address.ts';

/** Parts of the editor; `fees`, `participants`, `payments` and `messages` are no parts of the form. */
export const editorTabs = [
  'basics',
  'schedule',
  'form',
  'emails',
  'fees',
  'participants',
  'payments',
  'messages',
] as const;
export type EditorTab = (typeof editorTabs)[number];

/** Tabs for those who manage a group's people; their calls refuse others. */
const managersTabs = ['fees', 'payments', 'messages'] as const satisfies EditorTab[];

export const isManagersTab = (tab: EditorTab): tab is (typeof managersTabs)[number] =>
  managersTabs.some((one) => one === tab);

/** Address of the editor, with the roster's filters. */
export type EditorSearch = RosterSearch & {
  /** Absent: the first tab. */
  tab?: EditorTab;
  /** The participant whose detail is open in the roster. */
  participant?: string;
};

/** Reads the editor's part of an address; what it doesn't know is dropped. */
export function parseEditorSearch(search: Record<string, unknown>): EditorSearch {
  const tab = editorTabs.find((one) => one === search.tab);
  return {
    // their list reads its own part
    ...(tab === 'payments' && (search as EditorSearch)),
    ...(tab && tab !== 'basics' && { tab }),
    ...(typeof search.participant === 'string' && { participant: search.participant }),
    ...(tab === 'participants' && parseRosterSearch(search)),
  };
}
