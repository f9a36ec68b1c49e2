import type { PaymentActKind } from '@vpisnik/contract/rules/bulk';
import { CancelMany } from './CancelMany.tsx';
import { PayMany } from './PayMany.tsx';
import type { ManyProps } from './PaymentActDialog.tsx';
import { RemindMany } from './RemindMany.tsx';

const dialogs = { pay: PayMany, cancel: CancelMany, remind: RemindMany } as const;

/** The dialog of an act on open payments of chosen participants. */
export function OpenPayments({ act, ...props }: ManyProps & { act: PaymentActKind }) {
  const Dialog = dialogs[act];
  return <Dialog {...props} />;
}
