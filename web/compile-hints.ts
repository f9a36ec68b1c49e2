import type { Plugin } from 'vite';

/** Files of the first look at a page of every day, by their chunk. */
const early = /^(index|frame|lists|dashboard|dashboard-parts|groups|groups-parts|participants)$/;

/**
 * Has V8 compile all functions of the files of a first look while they come, beside the page's thread, where most of them are
 * called before the first row. Browsers that don't know the comment read past it.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export const compileHints: Plugin = {
  name: 'vpisnik-compile-hints',
  apply: 'build',
  generateBundle: {
    // it must be the first line, before what Vite itself puts there
    order: 'post',
    handler(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk' || !early.test(output.name)) continue;
        output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
        const map = bundle[`${output.fileName}.map`];
        // one line more, which has no source
        if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";');
      }
    },
  },
};
