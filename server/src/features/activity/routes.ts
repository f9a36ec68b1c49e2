import type { contract } from '@vpisnik/contract/contract';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';

const later = async (): Promise<never> => {
  throw new AppError('unavailable');
};

/** The audit trail. */
export const activityRoutes: Handlers<typeof contract.activity> = { list: later, export: later };
