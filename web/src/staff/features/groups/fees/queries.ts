import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { GroupFeePlan } from '@vpisnik/contract/fee-plans';
import { type Api, useApi } from '../../../../lib/api.ts';
import { useRefresh } from '../../../../lib/use-refresh.ts';

/** A group's fee plan. */
export const feePlanQuery = (api: Api, id: string) =>
  queryOptions(api.fee_plans.get.options({ params: { id } }));

/** Pending payments that the plan would make otherwise. */
export const feeChangesQuery = (api: Api, id: string) =>
  queryOptions(api.fee_plans.changes.options({ params: { id } }));

/** What the payments of so many people who don't pay by the plan yet would be; asked for anew each time. */
export const feePeopleQuery = (api: Api, id: string, expected_count: number) =>
  queryOptions({
    ...api.fee_plans.people.options({ params: { id }, body: { expected_count, dry_run: true } }),
    gcTime: 0,
  });

/** Takes in a saved plan; what it would change is asked for anew. */
export function useRememberPlan(id: string): (plan: GroupFeePlan) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  return (plan) => {
    queryClient.setQueryData(feePlanQuery(api, id).queryKey, plan);
    void queryClient.invalidateQueries({ queryKey: api.fee_plans.changes.key({ params: { id } }) });
  };
}

/** Refetches a plan with the numbers of who pays by it, and what it would change. */
export const useRefreshFees = (id: string) =>
  useRefresh((api) => [
    api.fee_plans.get.key({ params: { id } }),
    api.fee_plans.changes.key({ params: { id } }),
  ]);
