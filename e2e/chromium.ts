import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What Playwright needs to launch the browser of the tests. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // the same glyph positions on every machine
  '--font-render-hinting=none',
];

/** Font configuration for the npm package's fonts; the package's own one names directories of another machine. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a browser: the one CHROMIUM_PATH names, else an installed Chromium or Chrome, else the one that came with npm ci, which
 * brings its own libraries and so needs nothing of the machine.
 */
export function findChromium(): ChromiumLaunch {
  const named = process.env.CHROMIUM_PATH;
  if (named && !isExecutable(named)) throw new Error(`CHROMIUM_PATH must name a program: ${named}`);
  const installed = named || findInstalled();
  if (installed) return { executablePath: installed, args, env: variables({}) };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium or Chrome was found. Install one, or set CHROMIUM_PATH.');
  }
  const home = unpacked();
  return {
    executablePath: join(home, 'chromium'),
    args,
    env: variables({ LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') }),
  };
}

function variables(own: Record<string, string>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  // without UTF-8 the name of a download loses its č, and libfaketime stops the browser
  const { LD_PRELOAD: _, ...variables } = Object.fromEntries(inherited);
  return { ...variables, LC_ALL: 'C.UTF-8', ...own };
}

/** Milliseconds by which `npm run on-day` moves the clock of the run; 0 without it. */
export const clockOffset: number = Number(process.env.FAKETIME ?? 0) * 1000;

function findInstalled(): string | undefined {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = directories.flatMap((directory) => names.map((name) => join(directory, name)));
  return [...onPath, ...places].find((file) => isExecutable(file) && works(file));
}

/** Some distributions install a script that only says how to get the browser. Elsewhere this question would open a window. */
function works(file: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return /\d+\.\d+/.test(
      execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return false;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks the npm package's browser once, beside the package. Renames the finished directory, so no run sees a partial one. */
function unpacked(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = join(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const cache = join(root, '../../.cache');
  const home = join(cache, `chromium-${version}-with-fonts`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'chromium-new-'));
  try {
    // the package always unpacks into the directory for temporary files, which TMPDIR sets
    const script = `import { inflate } from '@sparticuz/chromium';
      const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
      await Promise.all(parts.map((part) => inflate(${JSON.stringify(join(root, 'bin'))} + '/' + part)));`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: dirname(fileURLToPath(import.meta.url)),
      env: { ...process.env, TMPDIR: draft },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(join(draft, 'fonts/fonts.conf'), fontsConf);
    for (const path of [draft, join(draft, 'chromium')]) chmodSync(path, 0o755); // other accounts may run the tests next
    moveInto(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return home;
}

function moveInto(draft: string, home: string): void {
  try {
    renameSync(draft, home);
  } catch (error) {
    if (!existsSync(home)) throw error; // otherwise another process was first
  }
}
