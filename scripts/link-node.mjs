/**
 * Runs after `npm ci`, by the machine's own Node: links the Node of the lockfile where npm has not. That of Debian 13 (9.2) takes
 * the link away again with the packages for other systems, which have a `node` too.
 */
import { existsSync, readdirSync, symlinkSync } from 'node:fs';

const link = 'node_modules/.bin/node';
const own = readdirSync('node_modules').find((name) => existsSync(`node_modules/${name}/bin/node`));
if (own && !existsSync(link) && process.platform !== 'win32') symlinkSync(`../${own}/bin/node`, link);
