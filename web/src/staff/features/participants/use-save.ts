import { useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import { ApiError, type Input } from '@vpisnik/contract/kit';
import type { Participant } from '@vpisnik/contract/participants';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { rememberParticipant } from './queries.ts';

type Change = Omit<Input<typeof contract.participants.update>['body'], 'version'>;
type Field = keyof Change & keyof Participant;

/** Somebody saved before us and changed the same fields. */
export type SaveConflict = { current: Participant; fields: Field[] };

export type Saved = { participant: Participant } | { conflict: SaveConflict };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The changed fields that somebody else changed too, to something else. */
function conflicting(change: Change, base: Participant, current: Participant): Field[] {
  return (Object.keys(change) as Field[])
    .filter((field) => field in base)
    .filter((field) => !same(base[field], current[field]) && !same(change[field], current[field]));
}

/**
 * Saves some fields of a participant. Where somebody else saved meanwhile, but nothing of the same, it goes on by
 * itself; otherwise it answers the conflict.
 */
export function useSaveParticipant() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState(false);

  const send = async (base: Participant, change: Change): Promise<Saved> => {
    const { id, version } = base;
    try {
      const participant = await api.participants.update({ params: { id }, body: { ...change, version } });
      rememberParticipant(queryClient, api, participant);
      return { participant };
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (problem?.code !== 'edit_conflict' || !problem.current) throw error;
      const current = problem.current as Participant;
      const fields = conflicting(change, base, current);
      if (fields.length === 0) return await send(current, change);
      rememberParticipant(queryClient, api, current);
      return { conflict: { current, fields } };
    }
  };

  const save = async (base: Participant, change: Change): Promise<Saved> => {
    setSaving(true);
    try {
      return await send(base, change);
    } finally {
      setSaving(false);
    }
  };
  return { save, saving };
}
