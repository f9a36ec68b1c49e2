/** `fetch` with the session's token. */
export function authFetch(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init);
}
