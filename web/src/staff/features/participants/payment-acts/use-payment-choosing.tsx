import type { ListedPayment } from '@vpisnik/contract/payments';
import type { ReactNode } from 'react';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import type { Selection } from '../../../../ui/table/DataTable.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { type Choice, type Place, useChoice } from '../choosing/use-choice.ts';
import { filtersOf, type PaymentFilters, type PaymentsSearch } from '../payment-list/address.ts';
import { ofPlace } from '../payment-list/queries.ts';

// what only a choice needs is one file, which comes after the list
const PaymentChoosingPart = onDemand(
  async () => (await import('./PaymentChoosingPart.tsx')).PaymentChoosingPart,
);

type Page = { results: ListedPayment[]; total?: number | undefined; as_of?: string | undefined };

/** A choice among the payments of a list. */
export type PaymentChoice = Choice & {
  filter: PaymentFilters;
  isFiltered: boolean;
  /** The payments on the screen. */
  rows: readonly ListedPayment[];
};

/** Choosing among the payments of a list, and what can be done with those chosen. Another filter clears the choice. */
export function usePaymentChoosing(
  pages: readonly Page[] | undefined,
  search: PaymentsSearch,
  groupId: string | null,
): { selection?: Selection } & { [One in Place]?: ReactNode } {
  const may = useMay('payments.manage');
  const own = filtersOf(search);
  const filter = ofPlace(own, groupId);
  const nameOf = ({ participant_name, purpose }: ListedPayment) =>
    purpose ? `${participant_name}, ${purpose}` : participant_name;
  const { isWanted, ...choice } = useChoice({ pages, filter, nameOf });
  if (!may) return {};
  const isFiltered = Object.keys(own).length > 0;
  const rows = pages?.flatMap(({ results }) => results) ?? [];
  const part = (place: Place) =>
    isWanted && <PaymentChoosingPart place={place} {...choice} {...{ filter, isFiltered, rows }} />;
  return { selection: choice.selection, note: part('note'), bar: part('bar'), jobs: part('jobs') };
}
