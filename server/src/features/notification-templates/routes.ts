import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { marked } from '../application-mails/rendering/render.ts';
import { previewTemplate, sendTest } from './preview.ts';
import { getTemplate, listTemplates, listVersions } from './queries.ts';
import {
  createTemplate,
  removeTemplate,
  restoreVersion,
  setTemplateStatus,
  updateTemplate,
} from './service.ts';

/** The templates of the mails that the organisation sends. */
export const notificationTemplateRoutes: Handlers<typeof contract.notification_templates> = {
  list: ({ scope, query }) => listTemplates(scope, query),
  create: ({ scope, body }) => createTemplate(scope, body),
  get: ({ scope, params }) => getTemplate(scope, params.id),
  update: ({ scope, params, body }) => updateTemplate(scope, params.id, body),
  setStatus: ({ scope, params, body }) => setTemplateStatus(scope, params.id, body),
  remove: ({ scope, params, query }) => removeTemplate(scope, params.id, query),
  versions: ({ scope, params, query }) => listVersions(scope, params.id, query),
  restore: ({ scope, params, body }) => restoreVersion(scope, params.id, body),
};

/** Mails of a template while it is being edited. */
export const templatePreviewRoutes = ({ env }: Services): Handlers<typeof contract.template_previews> => ({
  show: ({ scope, params, body }) => previewTemplate(scope, params.id, body, env.publicUrl, marked),
  test: ({ scope, params, body }) => sendTest(scope, params.id, body, env.publicUrl),
});
