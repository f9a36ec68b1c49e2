import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { keepImport, previewImport, readImport, runImport } from './service.ts';

/** Spreadsheets that become groups, categories or locations. */
export const importRoutes: Handlers<typeof contract.imports> = {
  upload: ({ inScope, query, file }) => keepImport(inScope, query, file),
  get: ({ scope, params }) => readImport(scope, params.id),
  preview: ({ scope, params, body }) => previewImport(scope, params.id, body),
  run: ({ scope, params, body }) => runImport(scope, params.id, body),
};
