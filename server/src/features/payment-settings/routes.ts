import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { selectSettings } from './queries.ts';
import { saveSettings } from './service.ts';

/** Where the organisation is paid. */
export const paymentSettingRoutes = ({ pools }: Services): Handlers<typeof contract.payment_settings> => ({
  get: async ({ scope }) => (await selectSettings(scope)) ?? null,
  save: ({ scope, body }) => saveSettings(pools.system, scope, body),
});
