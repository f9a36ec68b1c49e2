import { whenOpened } from '../../../ui/dialog/on-demand.tsx';
import type { RejectQuestionProps } from './RejectQuestion.tsx';

/** Asks for the reason of a rejection. Its code comes when it is first opened. */
export const RejectDialog = whenOpened<RejectQuestionProps>(
  async () => (await import('./RejectQuestion.tsx')).RejectQuestion,
);
