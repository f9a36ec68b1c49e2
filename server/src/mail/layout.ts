import { layoutHtml } from './layout.gen.ts';
import { escapeHtml, type Markup } from './safe-text.ts';

/** What fills the layout: a slot takes text or markup; a block takes yes or no, its own values, or several of them. */
export type Values = { [name: string]: string | Markup | boolean | Values | Values[] };

type Part = { text: string } | { slot: string } | { block: string; parts: Part[] };

const marker = /\[\[(\w+)\]\]|<!-- (begin|end):(\w+) -->/g;

const layout = parse(layoutHtml);

/** The layout filled with values; a slot without a value is a mistake in the code and throws. */
export function fillLayout(values: Values): string {
  return fill(layout, values);
}

function parse(source: string): Part[] {
  const open: { block: string; parts: Part[] }[] = [{ block: '', parts: [] }];
  const add = (part: Part) => open.at(-1)?.parts.push(part);
  let from = 0;
  for (const match of source.matchAll(marker)) {
    add({ text: source.slice(from, match.index) });
    from = match.index + match[0].length;
    const [, slot, edge, block = ''] = match;
    if (slot) add({ slot });
    else if (edge === 'begin') open.push({ block, parts: [] });
    else {
      const closed = open.pop();
      if (closed?.block !== block)
        throw new Error(`The mail layout closes ${block} inside ${closed?.block}.`);
      add(closed);
    }
  }
  add({ text: source.slice(from) });
  if (open.length > 1) throw new Error(`The mail layout leaves ${open.at(-1)?.block} open.`);
  return open[0]?.parts ?? [];
}

function fill(parts: Part[], values: Values): string {
  let html = '';
  for (const part of parts) {
    if ('text' in part) html += part.text;
    else if ('slot' in part) html += slotHtml(part.slot, values[part.slot]);
    else for (const inner of blockValues(values[part.block], values)) html += fill(part.parts, inner);
  }
  return html;
}

function slotHtml(name: string, value: Values[string] | undefined): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (isMarkup(value)) return value.html;
  throw new Error(`The mail layout has nothing for ${name}.`);
}

function blockValues(value: Values[string] | undefined, outer: Values): Values[] {
  if (Array.isArray(value)) return value.map((one) => ({ ...outer, ...one }));
  if (typeof value === 'object' && !isMarkup(value)) return [{ ...outer, ...value }];
  return value === true ? [outer] : [];
}

function isMarkup(value: Values[string] | undefined): value is Markup {
  return typeof value === 'object' && 'html' in value && typeof value.html === 'string';
}
