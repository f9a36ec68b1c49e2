import { contract } from '@vpisnik/contract/contract';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { AppError, editConflict, found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import {
  deleteNote,
  insertNote,
  listNotes,
  requireParticipant,
  selectNote,
  unpinOthers,
  updateNote,
} from './queries.ts';

/** What staff write down about participants. */
export const participantNoteRoutes: Handlers<typeof contract.participant_notes> = {
  async list({ scope, params, query }) {
    await requireParticipant(scope, params.id);
    return listNotes(scope, params.id, query);
  },
  async create({ scope, params, body }) {
    await requireParticipant(scope, params.id);
    return found(await selectNote(scope, await insertNote(scope, params.id, body.text)));
  },
  async update({ scope, params, body: { version, text, pinned } }) {
    const current = found(await selectNote(scope, params.id));
    const edited = text !== undefined && text !== current.text;
    if (edited && !current.own) throw new AppError('forbidden');
    const conflict = async () =>
      editConflict(await selectNote(scope, params.id), contract.participant_notes.update.reply);
    if (current.version !== version) throw await conflict();
    if (pinned && !current.pinned) await unpinOthers(scope, current);
    const change = { ...(text !== undefined && { text }), ...(pinned !== undefined && { pinned }), edited };
    if (!(await updateNote(scope, params.id, version, change))) throw await conflict();
    return found(await selectNote(scope, params.id));
  },
  async remove({ scope, params }) {
    const { own } = found(await selectNote(scope, params.id));
    if (!own && scope.rank < permissions['participants.delete_notes']) throw new AppError('forbidden');
    await deleteNote(scope, params.id);
    return undefined;
  },
};
