import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { addFile, removeFile } from './attachments.ts';
import { readAudience } from './audience.ts';
import { preview, sendTest } from './preview.ts';
import { listMessages } from './queries.ts';
import { listRecipients } from './recipients.ts';
import { cancel, send } from './sending.ts';
import { create, get, remove, update } from './service.ts';

/** Writing to people. */
export function messageRoutes({ env }: Services): Handlers<typeof contract.messages> {
  return {
    list: ({ scope, query }) => listMessages(scope, query),
    create: ({ scope, body }) => create(scope, body),
    get: ({ scope, params }) => get(scope, params.id),
    update: ({ scope, params, body }) => update(scope, params.id, body),
    async remove({ scope, params }) {
      await remove(scope, params.id);
      return undefined;
    },
    attach: ({ inScope, params, query, file }) =>
      addFile(inScope, params.id, {
        name: query.file_name,
        content: file,
        expected_mails: query.expected_mails,
      }),
    detach: ({ scope, params, query }) => removeFile(scope, params.id, query.expected_mails),
    audience: async ({ scope, params }) => readAudience(scope, await get(scope, params.id)),
    recipients: async ({ scope, params, query }) => listRecipients(scope, await get(scope, params.id), query),
    async send({ scope, params, body, reply }) {
      const message = await send(scope, params.id, body, env.mailDelaySeconds);
      if (message.state === 'sending') reply.code(202);
      return message;
    },
    cancel: ({ scope, params }) => cancel(scope, params.id),
  };
}

/** Mails of a message while it is being written. */
export function messagePreviewRoutes({ env }: Services): Handlers<typeof contract.message_previews> {
  return {
    show: async ({ scope, params, body }) => preview(scope, await get(scope, params.id), body, env.publicUrl),
    test: async ({ scope, params, body }) =>
      sendTest(scope, await get(scope, params.id), body, env.publicUrl),
  };
}
