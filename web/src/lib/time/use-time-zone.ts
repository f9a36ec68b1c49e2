import { useSession } from '../session/context.ts';

/** The zone in which the organisation's days begin and end; a session without an organisation has Slovenia's. */
export const useTimeZone = (): string => useSession().organization?.time_zone ?? 'Europe/Ljubljana';
