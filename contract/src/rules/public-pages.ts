/** Data that the server passes to the renderer of public pages, and a page to its script. */

import type {
  ApplicationReceipt,
  GroupFilters,
  PublicCategory,
  PublicGroup,
  PublicGroupPage,
  PublicOrganization,
  PublicPlace,
} from '../public.ts';
import type { ApplicantLinkPage, ApplicantPage } from './applicant-page.ts';
import type { FormEntries } from './application-form.ts';
import type { FieldError } from './errors.ts';
import type { Notice } from './installation.ts';
import type { Language } from './texts.ts';

/** The installation's operator, for the legal pages. */
export type Operator = { name: string; address: string; email: string };

export type LegalDocument = 'terms' | 'privacy' | 'processing';

/** A form that was sent without script: what it held and how that went. */
export type PostedForm = {
  entries: FormEntries;
  problem: { code: string; errors: FieldError[]; retry_after: number | null } | null;
  receipt: ApplicationReceipt | null;
};

export type GroupsPage = {
  kind: 'groups';
  organization: PublicOrganization;
  category: Pick<PublicCategory, 'id' | 'name' | 'description'>;
  results: PublicGroup[];
  search: string;
};

export type ApplyPage = {
  kind: 'apply';
  organization: PublicOrganization;
  group: PublicGroupPage;
  /** `Idempotency-Key` of the form on this page. */
  idempotency_key: string;
  posted: PostedForm | null;
};

/** All groups of an organisation, narrowed by what the address asks for. */
export type AllGroupsPage = {
  kind: 'all_groups';
  organization: PublicOrganization;
  for_children: boolean;
  locations: PublicPlace[];
  results: PublicGroup[];
  total: number;
  filters: GroupFilters;
  /** Whether the address asks for something that is no filter's value. */
  misread: boolean;
};

/** Filters of all groups as an address has them, without a question mark; the first page needs no number. */
export function filtersQuery({ page, ...filters }: GroupFilters): string {
  const set = Object.entries({ ...filters, ...(page > 1 && { page }) });
  return new URLSearchParams(
    set.flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, String(value)]])),
  ).toString();
}

/** How many groups a page of all groups has. */
export const groupsPerPage = 24;

/** Pages with script of their own; the others are only rendered. */
export type LivePage = GroupsPage | ApplyPage;

export type PublicPage =
  | LivePage
  | { kind: 'landing' }
  | { kind: 'preview' }
  | AllGroupsPage
  | ApplicantPage
  | ApplicantLinkPage
  | { kind: 'categories'; organization: PublicOrganization; for_children: boolean; results: PublicCategory[] }
  | { kind: 'legal'; document: LegalDocument; operator: Operator; version: string }
  | {
      kind: 'unsubscribe';
      organization: PublicOrganization;
      /** Shortened: the link may have been passed on. */
      address: string;
      wanted: boolean;
      /** Whether the visitor has just chosen it. */
      changed: boolean;
    }
  | {
      kind: 'unavailable';
      what: 'organization' | 'category' | 'group' | 'inactive' | 'link' | 'error' | 'read_only';
      organization: PublicOrganization | null;
    };

/** The address and surroundings of a page. */
export type PageContext = {
  path: string;
  language: Language;
  /** Languages the page has, its own among them. */
  languages: Language[];
  /** Whether the address names the language, so that links keep it. */
  explicit: boolean;
  /** Shown in another site's frame, without header and footer. */
  embed: boolean;
  /** Origin of this installation. */
  public_url: string;
  contact_url: string;
  /** The server's clock, for countdowns that don't trust the visitor's. */
  now: string;
};

/** The same with what the operator tells everybody: it stands above the page, whose script knows nothing of it. */
export type DocumentContext = PageContext & { notice: Notice | null };

/** Style sheets of the build, one a page. */
export type StyleName = 'groups' | 'all_groups' | 'apply' | 'landing' | 'pages' | 'applicant';
/** Scripts of the build: of each live page, and of those that are only rendered. */
export type ScriptName = LivePage['kind'] | 'preview' | 'still' | 'applicant';

/** Assets of a rendered document, linked or inlined. */
export type PageAssets = {
  nonce: string;
  /** Style sheets as text, for the first view. */
  styles: Record<StyleName, string>;
  fonts: readonly string[];
  icon: string;
  /** Each script with the chunks that it loads next, by the language of the page. */
  scripts: Record<ScriptName, { src: string; preload: Record<Language, string[]> }>;
};

/** Data in the document for the page's script. */
export type PageData = { page: LivePage; context: PageContext };

/**
 * Messages between the frame of a form's preview and the editor around it: the frame tells that it listens, which
 * language was asked for in it and that the keys for saving were pressed there, the editor what to show.
 */
export type PreviewNews =
  | { preview: 'listening' }
  | { preview: 'save' }
  | { preview: 'language'; language: Language };
export type PreviewOrder = { preview: 'show'; page: ApplyPage; context: PageContext };
/** Path of the frame. */
export const previewPath = '/preview/application';

/** The built renderer, as the server imports it: a whole HTML document. */
export type Renderer = {
  render: (page: PublicPage, context: DocumentContext, assets: PageAssets) => string;
};
