import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageAssets, Renderer } from '@vpisnik/contract/public-pages';

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/** The built web, read once: what pages refer to and carry, their renderer, and the staff app's page. */
export type WebBuild = {
  assets: Omit<PageAssets, 'nonce'>;
  render: Renderer['render'];
  /** The staff app's `index.html` with `{{nonce}}` and `{{config}}` to fill in; null when only public pages are built. */
  staffPage: string | null;
  /** Folders whose files are served below `/assets/`. */
  assetFolders: string[];
};

const live = 'src/public/live.tsx';
const texts = { sl: 'src/locales/sl/public.ts', en: 'src/locales/en/public.ts' };

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
  const text = (file: string) => readFileSync(join(dist, 'public', file), 'utf8');
  const preload = (language: keyof typeof texts) =>
    [...(chunk(live).imports ?? []), texts[language]].map(address);
  const server = pathToFileURL(join(dist, 'public-server/server.js')).href;
  const { render } = (await import(server)) as Renderer;
  const staffFile = join(dist, 'staff/index.html');
  return {
    render,
    assets: {
      styles: {
        live: (chunk(live).css ?? []).map(text).join(''),
        landing: text(chunk('src/public/styles/landing.css').file),
        pages: text(chunk('src/public/styles/pages.css').file),
      },
      fonts: Object.values(manifest)
        .map(({ file }) => `/${file}`)
        .filter((file) => file.endsWith('.woff2')),
      icon: address('src/ui/mark.svg'),
      scripts: {
        live: address(live),
        still: address('src/public/still.ts'),
        preload: { sl: preload('sl'), en: preload('en') },
      },
    },
    staffPage: existsSync(staffFile) ? readFileSync(staffFile, 'utf8') : null,
    assetFolders: ['public', 'staff'].map((entry) => join(dist, entry, 'assets')).filter(existsSync),
  };
}
