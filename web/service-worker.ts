import { build, type Plugin, type Rolldown } from 'vite';

/** Folder of the app's own files on the server; those of the public pages have another. */
export const folder = 'assets/staff';

/** Puts the worker of `src/staff/worker` beside the page, with the names of all files that it keeps. */
export const serviceWorker: Plugin = {
  name: 'vpisnik-service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = Object.keys(bundle).filter(
        (file) => file.startsWith(`${folder}/`) && !/\.(map|br|gz)$/.test(file),
      );
      const source = await workerCode(files.map((file) => `/${file}`));
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  },
};

async function workerCode(files: readonly string[]): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    define: { __FILES__: JSON.stringify(files), __FOLDER__: JSON.stringify(`/${folder}/`) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'src/staff/worker/worker.ts', output: { format: 'iife' } },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  return output[0].code;
}
