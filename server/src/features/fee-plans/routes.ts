import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { applyChanges, listChanges } from './changes.ts';
import { makeForAll, undoForAll } from './people.ts';
import {
  changePlan,
  changeRules,
  makeFor,
  previewPlan,
  proposeFor,
  readPlanOf,
  readRulesOf,
} from './service.ts';

/** What groups cost and when it is paid. */
export const feePlanRoutes: Handlers<typeof contract.fee_plans> = {
  get: ({ scope, params }) => readPlanOf(scope, params.id),
  update: ({ scope, params, body }) => changePlan(scope, params.id, body),
  preview: ({ scope, params, body }) => previewPlan(scope, params.id, body),
  people: ({ scope, params, body }) => makeForAll(scope, params.id, body),
  undoPeople: ({ scope, params, body }) => undoForAll(scope, params.id, body.made_at),
  changes: ({ scope, params }) => listChanges(scope, params.id),
  applyChanges: ({ scope, params, body }) => applyChanges(scope, params.id, body),
  proposal: ({ scope, params, query }) => proposeFor(scope, params.id, query.at_once, query.by_hand),
  make: ({ scope, params, body }) => makeFor(scope, params.id, body),
};

/** Discounts of the organisation. */
export const feeRuleRoutes: Handlers<typeof contract.fee_rules> = {
  get: ({ scope }) => readRulesOf(scope),
  update: ({ scope, body }) => changeRules(scope, body),
};
