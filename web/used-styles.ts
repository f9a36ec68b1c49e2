import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const sheet = '@mantine/core/styles.layer.css';

/**
 * Leaves the styles of components that the app has none of out of the library's style sheet, which every first visit waits for.
 *
 * @param modules every module of the app
 */
export const usedStyles = (modules: Iterable<string>): Plugin => ({
  name: 'vpisnik-used-styles',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const [file = ''] = id.split('?');
    if (!file.endsWith(sheet)) return undefined;
    const used = [...modules].flatMap(
      (one) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(one)?.[1] ?? [],
    );
    return stylesOf(dirname(file), new Set(used));
  },
});

/** The library's sheet with the styles of some components alone, in its own order; they refine one another. */
function stylesOf(folder: string, used: ReadonlySet<string>): string {
  const whole = readFileSync(join(folder, 'styles.layer.css'), 'utf8');
  const parts = readdirSync(join(folder, 'styles')).filter((file) => file.endsWith('.layer.css'));
  const kept = parts.flatMap((file) => {
    const name = file.replace('.layer.css', '');
    // what is no component's begins with a small letter
    if (/^[A-Z]/.test(name) && !used.has(name)) return [];
    const css = readFileSync(join(folder, 'styles', file), 'utf8');
    const [first = css.slice('@layer mantine {'.length, 100)] = /\.m_[0-9a-f]+/.exec(css) ?? [];
    const at = whole.indexOf(first);
    if (at < 0) throw new Error(`${file} is no part of ${sheet}`);
    return [{ css, at }];
  });
  return kept
    .toSorted((a, b) => a.at - b.at)
    .map(({ css }) => css)
    .join('\n');
}
