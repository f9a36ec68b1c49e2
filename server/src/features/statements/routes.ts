import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { look, take, upload } from './importing.ts';
import { listStatements, listWaiting } from './queries.ts';
import { confirm, get, payable, undo, update } from './service.ts';

/** Bank statements and the payments that they pay. */
export const statementRoutes: Handlers<typeof contract.statements> = {
  upload: ({ inScope, query, file }) => upload(inScope, query, file),
  table: ({ inScope, query, file }) => look(inScope, query, file),
  take: ({ scope, params, body }) => take(scope, params.id, body.keys),
  list: ({ scope, query }) => listStatements(scope, query),
  get: ({ scope, params }) => get(scope, params.id),
  confirm: ({ scope, params, body }) => confirm(scope, params.id, body.entries),
  undo: ({ scope, params }) => undo(scope, params.id),
};

/** Transfers, and money that waits for a payment. */
export const bankEntryRoutes: Handlers<typeof contract.bank_entries> = {
  list: ({ scope, query }) => listWaiting(scope, query),
  update: ({ scope, params, body }) => update(scope, params.id, body),
  payments: ({ scope, params, query }) => payable(scope, params.id, query.search),
};
