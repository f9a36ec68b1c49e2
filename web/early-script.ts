import { build, type Plugin, type Rolldown } from 'vite';

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

function filesOf(outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Files {
  const chunks = outputs.filter((one) => one.type === 'chunk');
  const named = (...names: string[]) =>
    chunks.filter(({ name }) => names.includes(name)).map(({ fileName }) => `/${fileName}`);
  const texts = (locale: string) =>
    chunks
      .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/locales/${locale}/daily.ts`))
      .map(({ fileName }) => `/${fileName}`);
  return {
    frame: named('frame'),
    dashboard: named('dashboard', 'dashboard-parts'),
    groups: named('groups', 'groups-parts'),
    participants: named('participants'),
    editor: named('editor', 'forms', 'groups-parts'),
    style: outputs.map(({ fileName }) => `/${fileName}`).filter((file) => file.endsWith('.css')),
    sl: texts('sl'),
    en: texts('en'),
  };
}

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
