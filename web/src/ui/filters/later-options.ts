import { onDemand } from '../dialog/on-demand.tsx';

/** The options of a filter, which come when a chip is opened. */
export const LaterOptions = onDemand(async () => (await import('./OptionList.tsx')).OptionList);
