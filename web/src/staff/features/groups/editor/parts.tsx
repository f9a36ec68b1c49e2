import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import type { EditorTab } from './address.ts';
import { fetchChecks } from './saving/checks.ts';

/** The parts of the editor that its first tab does without; each comes when it is shown, or when the page has time. */
export const ScheduleTab = onDemand(
  async () => (await import('../schedule/ScheduleTab.tsx')).ScheduleTab,
  Pending,
);
export const FormTab = onDemand(async () => (await import('../form/FormTab.tsx')).FormTab, Pending);
export const FormPreview = onDemand(async () => (await import('../form/FormPreview.tsx')).FormPreview);
export const EmailTab = onDemand(async () => (await import('../basics/EmailTab.tsx')).EmailTab, Pending);
export const FeesTab = onDemand(async () => (await import('../fees/FeesTab.tsx')).FeesTab, Pending);
export const Roster = onDemand(
  async () => (await import('../../participants/list/GroupRoster.tsx')).GroupRoster,
  Pending,
);
export const Payments = onDemand(
  async () => (await import('../../participants/payment-list/GroupPayments.tsx')).GroupPayments,
  Pending,
);
export const Messages = onDemand(
  async () => (await import('../../messages/list/GroupMessages.tsx')).GroupMessages,
  Pending,
);
export const ConflictDialog = onDemand(
  async () => (await import('./saving/ConflictDialog.tsx')).ConflictDialog,
);
export const TellPeople = onDemand(async () => (await import('./saving/TellPeople.tsx')).TellPeople);

const ofTab: Record<EditorTab, readonly { preload: () => Promise<boolean> }[]> = {
  basics: [],
  schedule: [ScheduleTab],
  participants: [Roster],
  payments: [Payments],
  messages: [Messages],
  form: [FormTab, FormPreview],
  emails: [EmailTab],
  fees: [FeesTab],
};

/** Fetches all of them and the checks of a save, for a page that stands. */
export function fetchLater(): void {
  for (const part of [...Object.values(ofTab).flat(), ConflictDialog, TellPeople]) void part.preload();
  // a save says what failed
  fetchChecks().catch(() => {});
}

/** Fetches what a tab shows; resolves when it is there, or can't be had. */
export async function fetchTab(tab: EditorTab): Promise<void> {
  await Promise.all(ofTab[tab].map((part) => part.preload()));
}
