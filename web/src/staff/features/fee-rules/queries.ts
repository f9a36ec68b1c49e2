import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../lib/api.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';

/** The organisation's discounts. */
export const feeRulesQuery = (api: Api) => queryOptions(api.fee_rules.get.options());

/** The catalogue's fields, whose answers may say who is a member. */
export const fieldsQuery = (api: Api) => wholeQuery(api.form_fields.list, {});
