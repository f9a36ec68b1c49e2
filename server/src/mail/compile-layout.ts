/**
 * Turns `layout.mjml` into `layout.gen.ts`, which is what the server loads: loading MJML takes 0.25–0.5 s and 90 MB,
 * and a process that sends mail needs neither. Run after changing the layout: `node server/src/mail/compile-layout.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import mjml2html from 'mjml';

const source = new URL('./layout.mjml', import.meta.url);
const target = new URL('./layout.gen.ts', import.meta.url);

/** The compiled layout, slots and blocks still in it. A mistake in the MJML throws. */
export async function compileLayout(): Promise<string> {
  const { html } = await mjml2html(await readFile(source, 'utf8'), { validationLevel: 'strict', fonts: {} });
  // spam filters look for hidden words in white on white
  const shown = html.replace(
    'display:none;font-size:1px;color:#ffffff;',
    'display:none;font-size:1px;color:#1f2219;',
  );
  const lines = shown.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

if (import.meta.main) {
  const literal = (await compileLayout()).replace(/[\\`]|\$\{/g, '\\$&');
  await writeFile(
    target,
    `// made from layout.mjml by compile-layout.ts\nexport const layoutHtml = \`${literal}\`;\n`,
  );
}
