import type { Translation } from '../../lib/text/translate.ts';
import type { organizationUse as slovenian } from '../sl/organization-use.ts';

export const organizationUse: Translation<typeof slovenian> = {
  tab: 'Use',
  fact: 'Organisations that load the installation most. Time in the database, requests and messages are of the last 30 days. Counted {{when}}.',
  order: 'Order by',
  caption: 'Organisations by use, the heaviest first. Ordered by: {{what}}',
  database_ms: 'Time in the database',
  requests: 'Requests',
  mails: 'Messages sent',
  file_bytes: 'Files',
  participants: 'Participants',
  empty: 'Use has not been counted yet',
  empty_text: 'It is counted once an hour.',
};
