import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { reach } from './reach.ts';

/** The pages of every day by their route files; each has a file of its own beside what several of them share. */
const pages = ['dashboard', 'groups.index', 'participants'];
/** Characters below which a module is no reason for another file. */
const SMALL = 1_000;
/** The page after those, with what it shares with other pages of forms. */
const editor = 'groups.$group_id';
const pageOf = (id: string) =>
  [...pages, editor].find((page) => id.includes(`/routes/_app/${page}.tsx?`)) ??
  // what is read ahead of a page is read by it again
  pages.find((page) => id.endsWith(`/staff/ahead/${page.replace('.index', '')}.ts`)) ??
  (id.includes('/routes/_app.tsx?') ? 'frame' : undefined);

/**
 * Says which file a module belongs in: what all pages need, what the frame or several pages of every day need, what both
 * lists need, what one of those needs, what only other pages share. A file for each icon and hook would cost a slow line
 * more than its bytes, and one file for all sharing would bring each page the others' forms. Which page needs what is only
 * known of a build, so there is one without any grouping first, which also tells all `modules` of the app.
 */
export async function readChunks(
  config: InlineConfig,
): Promise<{ name: (id: string) => string | null; modules: Iterable<string> }> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, sourcemap: false, manifest: false },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map(
    chunks.flatMap(({ modules }) => Object.entries(modules)).map(([id, one]) => [id, one.renderedLength]),
  );
  const users = new Map<string, Set<string>>();
  const note = (file: string, user: string) => {
    for (const one of reach([file], (its) => byFile.get(its)?.imports ?? []))
      for (const id of byFile.get(one)?.moduleIds ?? [])
        users.set(id, (users.get(id) ?? new Set()).add(user));
  };
  for (const chunk of chunks) {
    const page = chunk.moduleIds.map(pageOf).find((one) => one !== undefined);
    if (chunk.isEntry) note(chunk.fileName, 'entry');
    else if (chunk.isDynamicEntry) note(chunk.fileName, page ?? chunk.fileName);
  }
  const name = (id: string) => {
    // a layout without anything of its own, and the list in it
    if (id.includes('/routes/_app/participants.index.tsx?')) return 'participants';
    const all = users.get(id);
    if (!all) return null;
    if (all.has('entry')) return 'app';
    const daily = pages.filter((page) => all.has(page));
    if (all.has('frame') || (daily.length > 1 && all.has('dashboard'))) return 'frame';
    // menus, fields and tables, which the dashboard shows without
    if (daily.length > 1) return 'lists';
    // for an icon, a hook or a style sheet the editor would load a page's file; modules of ours would bring along what they import
    const isSmall = /node_modules|\.module\.css$/.test(id) && (sizes.get(id) ?? 0) < SMALL;
    // of what they import, the lists' file has the fields, which would lead from the frame's back to it
    if (daily[0] && all.has(editor) && isSmall) return daily[0] === 'dashboard' ? 'frame' : 'lists';
    // participants are listed in the editor too
    if (daily[0] === 'participants') return 'participants';
    // what one page of every day shares with others is no reason for those to load the page
    if (daily[0]) return daily[0].replace('.index', '') + (all.size > 1 ? '-parts' : '');
    // its route and tabs use it, other pages only what all forms are made of
    if (all.has(editor))
      return id.includes('/features/groups/') || pageOf(id) === editor ? 'editor' : 'forms';
    return all.size > 2 ? 'shared' : null;
  };
  return { name, modules: [...users.keys()] };
}

/** Refuses a build in which files import each other: one of them would run before what it uses, its styles come before theirs. */
export const noCircles: Plugin = {
  name: 'vpisnik-no-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const importsOf = (file: string) => {
      const its = bundle[file];
      return its?.type === 'chunk' ? its.imports : [];
    };
    const circle = Object.keys(bundle).filter((file) => reach(importsOf(file), importsOf).has(file));
    if (circle.length > 0) this.error(`Files import each other: ${circle.join(', ')}`);
  },
};
