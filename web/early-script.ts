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

/** Reads from the build which files each page is made of; a file that was left out would be asked for once the others ran. */
function filesOf(outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Files {
  const chunks = outputs.filter((one) => one.type === 'chunk');
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const reach = (file: string, all: Set<string>) => {
    if (all.has(file)) return all;
    all.add(file);
    for (const other of importsOf.get(file) ?? []) reach(other, all);
    return all;
  };
  const madeOf = (wanted: (chunk: Rolldown.OutputChunk) => boolean, besides = new Set<string>()) => {
    const all = new Set<string>();
    for (const chunk of chunks.filter(wanted)) reach(chunk.fileName, all);
    return all.difference(besides);
  };
  const entry = madeOf(({ isEntry }) => isEntry);
  const frame = madeOf(({ name }) => name === 'frame', entry);
  const page = (its: string) => madeOf(({ name }) => name === its, entry.union(frame));
  const texts = (locale: string) =>
    madeOf(({ facadeModuleId }) => Boolean(facadeModuleId?.endsWith(`/locales/${locale}/daily.ts`)), entry);
  const files = {
    frame,
    ...{ dashboard: page('dashboard'), groups: page('groups'), participants: page('participants') },
    editor: page('editor'),
    style: outputs.map(({ fileName }) => fileName).filter((file) => file.endsWith('.css')),
    ...{ sl: texts('sl'), en: texts('en') },
  };
  return Object.fromEntries(
    Object.entries(files).map(([what, its]) => [what, [...its].map((file) => `/${file}`)]),
  );
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
