import type { Category } from '@vpisnik/contract/categories';
import type { Location } from '@vpisnik/contract/locations';
import { idOf } from './groups.ts';

// fixed days: they are past, and stay so

const stamped = {
  version: 1,
  created_at: '2026-09-01T08:00:00.000000Z',
  updated_at: '2026-09-14T15:21:00.000000Z',
  active: true,
  groups_count: 2,
};

/** A category as the API answers it; say only what the test is about. */
export function categoryOf(fields: Partial<Category> = {}): Category {
  return {
    ...stamped,
    id: idOf(12),
    label: 'balet',
    languages: ['sl', 'en'],
    name: { sl: 'Balet', en: 'Ballet' },
    description: {},
    position: 1,
    ...fields,
  };
}

/** A location as the API answers it. */
export function locationOf(fields: Partial<Location> = {}): Location {
  return {
    ...stamped,
    id: idOf(21),
    name: 'Dvorana Šiška',
    address: 'Celovška 100, Ljubljana',
    description: '',
    comment: '',
    max_participants: 24,
    google_maps_link: 'https://maps.app.goo.gl/vpisnik',
    position: 0,
    ...fields,
  };
}
