import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { noCircles, readChunks } from './chunks.ts';
import { compileHints } from './compile-hints.ts';
import { contractCalls } from './contract-calls.ts';
import { earlyScript } from './early-script.ts';
import { precompress } from './precompress.ts';
import { folder, serviceWorker } from './service-worker.ts';
import { usedParts } from './used-parts.ts';
import { usedStyles } from './used-styles.ts';

/** Both Figtree files are needed by the first Slovenian word, so the page asks for them before the styles do. */
const preloadFonts: Plugin = {
  name: 'vpisnik-preload-fonts',
  apply: 'build',
  transformIndexHtml(_html, { bundle }) {
    return Object.keys(bundle ?? {})
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        injectTo: 'head' as const,
      }));
  },
};

/** The drawing in the tab as part of the page: a request of its own costs a slow line more than its few bytes. */
const inlineIcon: Plugin = {
  name: 'vpisnik-inline-icon',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      html.replace(/(<link rel="icon" href=")\/([^"]+)"/, (_tag, start: string, file: string) => {
        const drawing = bundle?.[file];
        if (drawing?.type !== 'asset') throw new Error(`The build lacks ${file}`);
        const text = encodeURIComponent(String(drawing.source));
        return `${start}data:image/svg+xml,${text}"`;
      }),
  },
};

/** The router's file routes live beside the rest of the staff entry; `routeTree.gen.ts` is generated and committed. */
export const staffRouter = () =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    routesDirectory: './src/staff/routes',
    generatedRouteTree: './src/staff/routeTree.gen.ts',
    routeFileIgnorePattern: '\\.(test|module)\\.',
    quoteStyle: 'single',
    semicolons: true,
  });

const plugins = () => [staffRouter(), react(), contractCalls, usedParts(), preloadFonts];

/** The staff entry. `{{nonce}}` in the built page is replaced by the server for every response. */
export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const config: UserConfig = {
    plugins: plugins(),
    html: { cspNonce: '{{nonce}}' },
    build: {
      outDir: 'dist/staff',
      assetsDir: folder,
      manifest: true,
      // for who debugs: to name them in each script costs every visitor their bytes
      sourcemap: 'hidden',
      // A data: URL would be refused for scripts and fonts by the content security policy.
      assetsInlineLimit: 0,
      // what pages look like is little beside what the library looks like, and one file is one wait
      cssCodeSplit: false,
      reportCompressedSize: false,
    },
  };
  if (command === 'serve') return config;
  const { name, modules } = await readChunks({ ...config, root: import.meta.dirname });
  return {
    ...config,
    plugins: [
      ...plugins(),
      usedStyles(modules),
      noCircles,
      inlineIcon,
      earlyScript,
      compileHints,
      precompress,
      serviceWorker,
    ],
    build: {
      ...config.build,
      rolldownOptions: {
        output: {
          codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] },
        },
        preserveEntrySignatures: false,
      },
    },
  };
});
