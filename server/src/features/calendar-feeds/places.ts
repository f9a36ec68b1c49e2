import type { WrittenDepartures } from '../sessions/departures.ts';

/** The places of sessions that are not where their group is, in words, by the id of their location. */
export function placesOf({ exceptions }: Pick<WrittenDepartures, 'exceptions'>): Record<string, string> {
  return Object.fromEntries(
    exceptions.flatMap(({ location_id, location_name, location_address }) =>
      location_id ? [[location_id, [location_name, location_address].filter(Boolean).join(', ')]] : [],
    ),
  );
}
