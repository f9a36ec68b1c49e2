import { build, type Plugin, type Rolldown } from 'vite';
import { reach } from './reach.ts';

/** Files by what they are for: those of the frame, of a page's section, of a language's daily texts. */
type Files = Record<string, string[]>;

/** Puts the script of `src/staff/early` into the page itself, with the names of the files that it has fetched. */
export const earlyScript: Plugin = {
  name: 'vpisnik-early-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const code = await earlyCode(filesOf(Object.values(bundle ?? {})));
      return {
        // the script fetches it, so that the page is painted before
        html: html.replace(/^\s*<link rel="stylesheet"[^>]*>\n/m, ''),
        // the nonce is filled in for every response
        tags: [
          { tag: 'script', attrs: { nonce: '{{nonce}}' }, children: code, injectTo: 'head-prepend' as const },
        ],
      };
    },
  },
};

/** Reads from the build which files each page is made of; a file that was left out would be asked for once the others ran. */
function filesOf(outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Files {
  const chunks = outputs.filter((one) => one.type === 'chunk');
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const madeOf = (wanted: (chunk: Rolldown.OutputChunk) => boolean) =>
    reach(
      chunks.filter(wanted).map(({ fileName }) => fileName),
      (file) => importsOf.get(file) ?? [],
    );
  const entry = madeOf(({ isEntry }) => isEntry);
  const frame = madeOf(({ name }) => name === 'frame').difference(entry);
  const page = (its: string) => {
    const files = madeOf(({ name }) => name === its);
    if (files.size === 0) throw new Error(`The build has no chunk ${its}`);
    return addresses(files.difference(entry.union(frame)));
  };
  const texts = (locale: string) =>
    addresses(
      madeOf(
        ({ facadeModuleId }) => facadeModuleId?.endsWith(`/locales/${locale}/daily.ts`) ?? false,
      ).difference(entry),
    );
  return {
    frame: addresses(frame),
    dashboard: page('dashboard'),
    groups: page('groups'),
    participants: page('participants'),
    editor: page('editor'),
    style: addresses(outputs.map(({ fileName }) => fileName).filter((file) => file.endsWith('.css'))),
    sl: texts('sl'),
    en: texts('en'),
  };
}

const addresses = (files: Iterable<string>) => Array.from(files, (file) => `/${file}`);

async function earlyCode(files: Files): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    define: { __FILES__: JSON.stringify(files) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'src/staff/early/early.ts', output: { format: 'iife' } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}
