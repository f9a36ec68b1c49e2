import { readConfig } from '../../../lib/config.ts';
import { useSession } from '../../../lib/session/context.ts';

/** Whether a hosted provider keeps the user's address and password; those of a platform ADMIN always stay here. */
export function useManagedElsewhere(): boolean {
  const { role } = useSession();
  return readConfig().hosted_sign_in && role !== 'ADMIN';
}
