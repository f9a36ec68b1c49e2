import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { PaymentSettings } from '@vpisnik/contract/payment-settings';
import { type Api, useApi } from '../../../lib/api.ts';

/** Where the organisation is paid; never cached for the form, whose initial values must be fresh. */
export const paymentSettingsQuery = (api: Api) =>
  queryOptions({
    ...api.payment_settings.get.options(),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Takes in saved settings. */
export function useRememberSettings(): (saved: PaymentSettings) => void {
  const queryClient = useQueryClient();
  const api = useApi();
  return (saved) => queryClient.setQueryData(api.payment_settings.get.key({}), saved);
}
