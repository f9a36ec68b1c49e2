import type { Translation } from '../../lib/text/translate.ts';
import type { stillTexts as sl } from '../sl/public-still.ts';

/** Texts of the public pages without app script: categories, unavailable pages, and the frame of legal texts. */
export const stillTexts = {
  categories: {
    title: 'Programmes and applications · {{organization}}',
    description: 'Choose a programme and apply to a group. No registration needed.',
    lead: 'Choose a programme, then a group. No registration needed.',
    groups_one: '{{count}} group',
    groups_other: '{{count}} groups',
    open_one: '{{count}} open for applications',
    open_other: '{{count}} open for applications',
    none_open: 'not open for applications',
    empty: 'No programmes are published at the moment.',
    empty_text: 'Ask the organisation when applications will open.',
  },
  unavailable: {
    organization: 'There is no such page',
    organization_text:
      'The link leads to no organisation. Check the address, or ask whoever sent it for a new link.',
    category: 'This programme is no longer listed',
    category_text: 'It may have been renamed or closed. See which programmes are on offer now.',
    group: 'This group is not published',
    group_text: 'It may not be ready yet, or it has been closed. See which groups are on offer now.',
    inactive: 'Applications are closed for now',
    inactive_text:
      'The organisation does not use Vpisnik at the moment. Please contact it directly about its groups.',
    error: 'This page cannot be shown right now',
    error_text: 'The trouble is on our side. Try again in a minute.',
    programmes: 'See the programmes',
    home: 'To the start page',
    retry: 'Try again',
  },
  legal: {
    print: 'Print',
    version: 'Version {{version}}',
    contents: 'Contents',
  },
} satisfies Translation<typeof sl>;
