import type { Plugin } from 'vite';

const declared = /--([\w-]+):[^;{}]*;?/g;
const usedIn = (text: string) => [...text.matchAll(/--[\w-]+/g)].map(([name]) => name.slice(2));

/**
 * Leaves tokens that a style sheet has no use for out of it: each public page carries its styles in itself. Sheets that
 * declare none, and scripts, may use those of every sheet.
 */
export const usedTokens: Plugin = {
  name: 'vpisnik-used-tokens',
  apply: 'build',
  generateBundle(_options, bundle) {
    const outputs = Object.values(bundle);
    const sheets = outputs.flatMap((one) =>
      one.type === 'asset' && one.fileName.endsWith('.css') ? [{ one, css: String(one.source) }] : [],
    );
    const isShared = ({ css }: { css: string }) => !css.includes('--canvas:');
    const others = [
      ...outputs.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])),
      ...sheets.filter(isShared).map(({ css }) => css),
    ].flatMap(usedIn);
    for (const { one, css } of sheets.filter((sheet) => !isShared(sheet))) one.source = pruned(css, others);
  },
};

/** A sheet without the declarations that neither it nor `others` use; again, as declarations use one another. */
function pruned(css: string, others: readonly string[]): string {
  const used = new Set([
    ...others,
    ...usedIn(css.replaceAll(declared, (all) => all.replace(/^--[\w-]+/, ''))),
  ]);
  // the style compiler's own switches between light and dark
  const isUsed = (name: string) => used.has(name) || name.startsWith('lightningcss');
  const less = css.replaceAll(declared, (all, name: string) => (isUsed(name) ? all : ''));
  return less === css ? css : pruned(less, others);
}
