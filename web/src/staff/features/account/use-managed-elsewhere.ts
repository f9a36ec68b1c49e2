import { readConfig } from '../../../lib/config.ts';
import { useSession } from '../../../lib/session/context.ts';

/** Whether a hosted provider keeps one's address and password; a platform ADMIN's stay here in any case. */
export function useManagedElsewhere(): boolean {
  const { role } = useSession();
  return readConfig().hosted_sign_in && role !== 'ADMIN';
}
