import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OrganizationFeeRules } from '@vpisnik/contract/fee-plans';
import { type Api, useApi } from '../../../lib/api.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';

/** The organisation's discounts. */
export const feeRulesQuery = (api: Api) => queryOptions(api.fee_rules.get.options());

/** The catalogue's fields, whose answers may say who is a member. */
export const fieldsQuery = (api: Api) => wholeQuery(api.form_fields.list, {});

/** Takes in saved discounts. */
export function useRememberFeeRules(): (rules: OrganizationFeeRules) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  return (rules) => queryClient.setQueryData(feeRulesQuery(api).queryKey, rules);
}
