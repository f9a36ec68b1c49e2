import type { Translation } from '../../lib/text/translate.ts';
import type { organizationUse as slovenian } from '../sl/organization-use.ts';

export const organizationUse: Translation<typeof slovenian> = {
  tab: 'Usage',
  fact: 'Organisations that use the installation most. Database time, requests and messages are for the last 30 days. Counted {{when}}.',
  order: 'Order by',
  caption: 'Organisations by usage, heaviest first. Ordered by: {{what}}',
  database_ms: 'Database time',
  requests: 'Requests',
  mails: 'Messages sent',
  file_bytes: 'Files',
  participants: 'Participants',
  empty: 'Usage has not been counted yet',
  empty_text: 'It is counted once an hour.',
};
