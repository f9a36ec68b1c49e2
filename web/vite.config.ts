import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.ts';

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

/** The staff entry. `{{nonce}}` in the built page is replaced by the server for every response. */
export default defineConfig({
  plugins: [staffRouter(), react(), preloadFonts, precompress],
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: 'dist/staff',
    manifest: true,
    sourcemap: true,
    // A data: URL would be refused for scripts and fonts by the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // a file for each icon and hook costs a slow line more than their bytes: what pages share comes in few pieces
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
