import type { Notice } from '@vpisnik/contract/rules/installation';

/** Configuration of this installation, as the server renders it into the page. */
export type AppConfig = {
  /** Where the "Contact" link leads (a page or `mailto:`); absent when the operator named none. */
  contact_url: string | null;
  /** Whether a hosted provider signs people in and keeps their accounts and passwords. */
  hosted_sign_in: boolean;
  /** Address of the operator's own sign-in page; null: users sign in here. */
  external_login_url: string | null;
  /** Names the release that the worker keeps on the device; null: nothing is kept. */
  release: string | null;
  /** What the operator tells everybody, as it was when the document was made. */
  notice: Notice | null;
};

const defaults: AppConfig = {
  contact_url: null,
  hosted_sign_in: false,
  external_login_url: null,
  release: null,
  notice: null,
};

/** Reads the `vpisnik-config` meta tag; defaults where it was not filled in, as on the development server. */
export function readConfig(page: Document = document): AppConfig {
  const content = page.querySelector<HTMLMetaElement>('meta[name="vpisnik-config"]')?.content ?? '';
  try {
    return { ...defaults, ...JSON.parse(content) };
  } catch {
    return defaults;
  }
}

/** The nonce of this response, which every style element made by script must carry. */
export function readNonce(page: Document = document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
