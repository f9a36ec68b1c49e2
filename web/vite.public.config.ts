import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { notices } from './notices.ts';
import { precompress } from './precompress.ts';
import { usedTokens } from './used-tokens.ts';

/** What pages without app script need is no part of React's file. */
const isLive = (id: string) => !/\/(enhance|frame|locale)\.ts$/.test(id);

/**
 * The public entry, built twice: for the browser (`dist/public`, with a manifest that the server reads) and, with
 * `--ssr`, the renderer that the server imports (`dist/public-server/server.js`, with everything it needs inside).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), !isSsrBuild && usedTokens, !isSsrBuild && precompress, !isSsrBuild && notices],
  // the renderer is a production build of React, whatever the process that imports it
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: 'dist/public-server',
        ssr: 'src/public/server.tsx',
        emptyOutDir: true,
        reportCompressedSize: false,
      }
    : {
        outDir: 'dist/public',
        manifest: true,
        // for who debugs: to name them in each script costs every visitor their bytes
        sourcemap: 'hidden',
        // a data: URL would be refused for scripts and fonts by the content security policy
        assetsInlineLimit: 0,
        // what is fetched later needs no other script than the page has
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: {
            groups: 'src/public/groups.tsx',
            apply: 'src/public/apply.tsx',
            preview: 'src/public/preview.tsx',
            still: 'src/public/still.ts',
            applicant: 'src/public/applicant.ts',
            applicant_styles: 'src/public/styles/applicant.css',
            all_groups: 'src/public/styles/all-groups-page.css',
            landing: 'src/public/styles/landing.css',
            pages: 'src/public/styles/pages.css',
            icon: 'src/ui/mark.svg',
          },
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'live', minShareCount: 3, test: isLive },
                { name: 'form', minShareCount: 2, test: isLive },
              ],
            },
          },
        },
      },
}));
