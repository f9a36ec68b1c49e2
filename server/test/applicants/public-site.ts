import { registerPages } from '../../src/features/pages/routes.ts';
import { registerErrors } from '../../src/http/errors.ts';
import { refuseWrites } from '../../src/http/guards/read-only.ts';
import { registerSecurity } from '../../src/http/guards/security.ts';
import { createTestApp } from '../app.ts';
import { createLoggedApp } from '../log-lines.ts';
import { buildPublicPages } from '../web-build.ts';

/** The public pages as production serves them, over an application of the tests. */
export async function createPublicSite() {
  const [site, built] = await Promise.all([createTestApp(), buildPublicPages()]);
  const { app: web, lines } = createLoggedApp();
  registerErrors(web);
  await registerSecurity(web);
  refuseWrites(web, site.pools.system);
  await registerPages(web, site, built);
  return {
    site,
    web,
    /** Lines of its log. */
    lines,
    /** Fetches a page as a browser without script does. */
    open: async (url: string, headers: Record<string, string> = {}) => {
      const { statusCode: status, headers: sent, body: html } = await web.inject({ url, headers });
      return { status, headers: sent, location: sent.location, html };
    },
    close: async () => {
      await web.close();
      await site.close();
    },
  };
}

/** The address that a page names as its own. */
export const canonical = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

/** The signature of the first form of an applicant's page that does something; empty without such a form. */
export function nonceOf(html: string, act: string): string {
  const forms = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
  const its = forms.find((form) => form.includes(`value="${act}"`)) ?? '';
  return /name="nonce" value="([^"]+)"/.exec(its)?.[1] ?? '';
}
