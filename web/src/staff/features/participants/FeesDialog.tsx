import { whenOpened } from '../../../ui/dialog/on-demand.tsx';
import type { FeesQuestionProps } from './FeesQuestion.tsx';

/** Shows the payments that an approval makes. Its code comes when it is first opened. */
export const FeesDialog = whenOpened<FeesQuestionProps>(
  async () => (await import('./FeesQuestion.tsx')).FeesQuestion,
);
