import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Below this a compressed copy saves nothing that a visitor could notice. */
const SMALLEST = 500;

/** Puts a brotli and a gzip copy beside every script, style and drawing, packed as tightly as only a build has time for. */
export const precompress: Plugin = {
  name: 'vpisnik-precompress',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
        if (!/\.(js|css|svg)$/.test(output.fileName) || source.length < SMALLEST) continue;
        const brotli = brotliCompressSync(source, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          },
        });
        this.emitFile({ type: 'asset', fileName: `${output.fileName}.br`, source: brotli });
        this.emitFile({
          type: 'asset',
          fileName: `${output.fileName}.gz`,
          source: gzipSync(source, { level: 9 }),
        });
      }
    },
  },
};
