import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import type { PeopleChoiceProps } from './PeopleChoice.tsx';

/** Asks whether people are told of a change of dates; its code and texts come when it is shown. */
export const NotifyPeople = onDemand<PeopleChoiceProps>(
  async () => (await import('./PeopleChoice.tsx')).PeopleChoice,
);
