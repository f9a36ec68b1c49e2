import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageAssets, Renderer } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/** The built web, read once: what pages refer to and carry, their renderer, and the staff app's page. */
export type WebBuild = {
  assets: Omit<PageAssets, 'nonce'>;
  render: Renderer['render'];
  /** The staff app's `index.html` with `{{nonce}}` and `{{config}}` to fill in; null when only public pages are built. */
  staffPage: string | null;
  /** The worker that keeps the staff app on a device, with `{{release}}` to fill in; null when it is not built. */
  worker: string | null;
  /** Folders whose files are served below `/assets/`. */
  assetFolders: string[];
};

const texts: Record<Language, string> = { sl: 'src/locales/sl/public.ts', en: 'src/locales/en/public.ts' };

/** Reads a build; null when there is none, as in tests that need no pages. */
export async function readWebBuild(dist: string): Promise<WebBuild | null> {
  const manifestFile = join(dist, 'public/.vite/manifest.json');
  if (!existsSync(manifestFile)) return null;
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const chunk = (name: string): Chunk => {
    const found = manifest[name];
    if (!found) throw new Error(`The build of the public pages lacks ${name}`);
    return found;
  };
  const address = (name: string) => `/${chunk(name).file}`;
  const withImports = (name: string): string[] => [
    name,
    ...(chunk(name).imports ?? []).flatMap((one) => withImports(one)),
  ];
  /** Each style sheet once, those of shared parts first, so that a page may refine them. */
  const style = (name: string) =>
    [
      ...new Set(
        withImports(name)
          .toReversed()
          .flatMap((one) => chunk(one).css ?? []),
      ),
    ]
      .map((file) => readFileSync(join(dist, 'public', file), 'utf8'))
      .join('');
  const sheet = (name: string) => readFileSync(join(dist, 'public', chunk(name).file), 'utf8');
  const script = (name: string, more: (language: Language) => string[] = () => []) => {
    const next = (language: Language) =>
      [...new Set([...withImports(name).slice(1), ...more(language)])].map(address);
    return { src: address(name), preload: { sl: next('sl'), en: next('en') } };
  };
  const live = (name: string) => script(name, (language) => [texts[language]]);
  const server = pathToFileURL(join(dist, 'public-server/server.js')).href;
  const { render } = (await import(server)) as Renderer;
  const ifThere = (file: string) => {
    const path = join(dist, 'staff', file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  return {
    render,
    assets: {
      styles: {
        groups: style('src/public/groups.tsx'),
        all_groups: style('src/public/groups.tsx') + sheet('src/public/styles/all-groups-page.css'),
        apply: style('src/public/apply.tsx'),
        landing: sheet('src/public/styles/landing.css'),
        pages: sheet('src/public/styles/pages.css'),
        applicant: sheet('src/public/styles/applicant.css'),
      },
      fonts: Object.values(manifest)
        .map(({ file }) => `/${file}`)
        .filter((file) => file.endsWith('.woff2')),
      icon: address('src/ui/mark.svg'),
      scripts: {
        groups: live('src/public/groups.tsx'),
        apply: live('src/public/apply.tsx'),
        preview: script('src/public/preview.tsx'),
        still: script('src/public/still.ts'),
        applicant: script('src/public/applicant.ts'),
      },
    },
    staffPage: ifThere('index.html'),
    worker: ifThere('worker.js'),
    assetFolders: ['public', 'staff'].map((entry) => join(dist, entry, 'assets')).filter(existsSync),
  };
}
