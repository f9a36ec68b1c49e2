import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { type ApiHeaders, sessionOf } from './session.ts';

export type Person = { name: string; email: string | null };

/** So many people called `name 1`, `name 2`, …, with addresses where these begin somehow. */
export const persons = (count: number, name: string, mail?: string): Person[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${name} ${at + 1}`,
    email: mail ? `${mail}${at + 1}@posta.test` : null,
  }));

/** The headers with which the page's user, who has come by `signIn`, calls the API. */
export const headersOf = (page: Page): ApiHeaders => sessionOf(page.context());

/** Most rows of a spreadsheet that are made before the call is answered. */
const MOST_AT_ONCE = 200;

/** Imports pending applications into a group as the page's user, beyond its places if need be. */
export async function addPeople(page: Page, group_id: string, people: Person[]): Promise<void> {
  const headers = headersOf(page);
  for (let at = 0; at < people.length; at += MOST_AT_ONCE) {
    const rows = people.slice(at, at + MOST_AT_ONCE).map(({ name, email }) => `${name};${email ?? ''}`);
    const uploaded = await page.request.post('/api/participant-imports?file_name=prijave.csv', {
      headers: { ...headers, 'content-type': 'text/csv' },
      data: Buffer.from(['Ime;E-pošta', ...rows].join('\n')),
    });
    expect(uploaded.status()).toBe(201);
    const { id }: { id: string } = await uploaded.json();
    const made = await page.request.post(`/api/participant-imports/${id}/run`, {
      headers,
      data: { mapping: { name: 0, email: 1 }, group_id, language: 'sl', full: 'overbook' },
    });
    expect(made.status()).toBe(200);
  }
}
