import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { keepPeople, previewPeople, readPeopleImport, runPeople } from './service.ts';

/** Spreadsheets that become participants. */
export function participantImportRoutes({ env }: Services): Handlers<typeof contract.participant_imports> {
  return {
    upload: ({ inScope, query, file }) => keepPeople(inScope, query.file_name, file),
    get: ({ scope, params }) => readPeopleImport(scope, params.id),
    preview: ({ scope, params, body }) => previewPeople(scope, params.id, body),
    async run({ scope, params, body, reply }) {
      const job = await runPeople(scope, params.id, body, env.mailDelaySeconds);
      if (job.state === 'running') reply.code(202);
      return job;
    },
  };
}
