import { createContext, type ReactNode, use, useState } from 'react';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import type { OfferAct } from './offers/offer-stand.ts';

const AddParticipant = onDemand(async () => (await import('./forms/AddParticipant.tsx')).AddParticipant);
const EditParticipant = onDemand(async () => (await import('./forms/EditParticipant.tsx')).EditParticipant);
const TransferParticipant = onDemand(
  async () => (await import('./forms/TransferParticipant.tsx')).TransferParticipant,
);
const DeleteParticipant = onDemand(
  async () => (await import('./forms/DeleteParticipant.tsx')).DeleteParticipant,
);

const OfferDialogs = onDemand(async () => (await import('./offers/OfferDialogs.tsx')).OfferDialogs);

/** A dialog about a participant; `add` may have the group already chosen. */
export type ParticipantDialog =
  | { kind: 'add'; groupId: string | null }
  | { kind: 'edit' | 'transfer' | 'delete'; id: string; name: string }
  | { kind: 'offer'; act: OfferAct; id: string; name: string };

type Open = (dialog: ParticipantDialog) => void;

const Context = createContext<Open | null>(null);

/** Opens dialogs about a participant; throws outside a `DialogsProvider`. */
export function useParticipantDialogs(): Open {
  const open = use(Context);
  if (!open) throw new Error('useParticipantDialogs needs a DialogsProvider above it');
  return open;
}

type DialogsProviderProps = { children: ReactNode; onDeleted: (id: string) => void };

/** The dialogs of a list of participants, one at a time. */
export function DialogsProvider({ children, onDeleted }: DialogsProviderProps) {
  const [dialog, setDialog] = useState<ParticipantDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <Context value={setDialog}>
      {children}
      {dialog?.kind === 'add' && <AddParticipant groupId={dialog.groupId} onClose={close} />}
      {dialog?.kind === 'edit' && <EditParticipant id={dialog.id} name={dialog.name} onClose={close} />}
      {dialog?.kind === 'transfer' && (
        <TransferParticipant id={dialog.id} name={dialog.name} onClose={close} />
      )}
      {dialog?.kind === 'offer' && <OfferDialogs act={dialog.act} id={dialog.id} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteParticipant id={dialog.id} name={dialog.name} onClose={close} onDeleted={onDeleted} />
      )}
    </Context>
  );
}
