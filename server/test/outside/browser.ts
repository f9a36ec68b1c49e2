/** As much of a browser as signing in needs: it keeps cookies, says where it comes from and can stop at redirects. */
export interface Browser {
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** What a page of ours would send: JSON from the same origin. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  cookies: Map<string, string>;
}

/** A browser that has just been opened on the application at `origin`. */
export function openBrowser(origin: string): Browser {
  const cookies = new Map<string, string>();

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(url, origin), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(line);
    return response;
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const gone = attributes.some((one) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(one));
    if (gone) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    fetch: send,
    post: (path, body, headers) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
      }),
  };
}

/** Where a redirect leads; throws when the answer is none. */
export function locationOf(response: Response): URL {
  const location = response.headers.get('location');
  if (!location) throw new Error(`Expected a redirect, got ${response.status}`);
  return new URL(location, response.url);
}

/** What the browser does with a page that holds one form. */
export function submitForm(browser: Browser, html: string): Promise<Response> {
  const action = html.match(/action="([^"]+)"/)?.[1] ?? '';
  const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name ?? '',
    value ?? '',
  ]);
  return browser.fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
}
