/**
 * Runs after `npm ci`, by the machine's own Node: links the Node of the lockfile where npm has not. That of Debian 13 (9.2) takes
 * the link away again with the packages for other systems, which have a `node` too.
 */
import { existsSync, lstatSync, readdirSync, symlinkSync } from 'node:fs';

const bin = 'node_modules/.bin';
const isLinked = lstatSync(`${bin}/node`, { throwIfNoEntry: false }) !== undefined;
if (existsSync(bin) && !isLinked && process.platform !== 'win32') {
  const own = readdirSync('node_modules').find((name) => existsSync(`node_modules/${name}/bin/node`));
  if (own) symlinkSync(`../${own}/bin/node`, `${bin}/node`);
}
