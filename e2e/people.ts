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

/** Adds pending applications to a group as the page's user, beyond its places if need be. */
export async function addPeople(page: Page, group_id: string, people: Person[]): Promise<void> {
  const headers = headersOf(page);
  for (const person of people) {
    const answer = await page.request.post('/api/participants', {
      headers,
      data: { ...person, group_id, language: 'sl', notify: false, allow_overbooking: true },
    });
    expect(answer.status()).toBe(201);
  }
}
