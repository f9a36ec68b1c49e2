import { randomUUID } from 'node:crypto';
import type { DocumentContext, PublicPage } from '@vpisnik/contract/rules/public-pages';
import type { WebBuild } from './build.ts';

/** Pages of one second that are kept; those beyond are rendered each time. */
const MOST = 200;

/** A piece of rendered HTML, or the place of a value that differs in each view. */
type Part = Buffer | 'nonce' | 'key';

/** A page as HTML in UTF-8. `nonce` and the key of a form are its own, everything else may be shared. */
export type RenderPage = (page: PublicPage, context: DocumentContext, nonce: string) => Buffer;

const numbers = new WeakMap<object, number>();
let last = 0;

/** JSON replacer that writes a frozen object as a number: frozen objects are compared by identity, others by content. */
function shortened(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return value;
  const number = numbers.get(value) ?? ++last;
  numbers.set(value, number);
  return `\0${number}`;
}

/**
 * Renders pages; in a rush, each with the same data only once a second. The data comes from the database for every
 * view and is compared whole, so what the staff change shows at once.
 */
export function createRendering({ render, assets }: Pick<WebBuild, 'render' | 'assets'>): RenderPage {
  // placeholders for values that differ between views; random, so that no text can contain them
  const standIns = { nonce: randomUUID(), key: randomUUID() };
  const places = new RegExp(`(${standIns.nonce}|${standIns.key})`);
  const shared = { ...assets, nonce: standIns.nonce };
  /** Encoded once: writing a long text with č and š costs more than everything else about a kept page. */
  const partOf = (text: string): Part =>
    text === standIns.nonce ? 'nonce' : text === standIns.key ? 'key' : Buffer.from(text);
  let second = '';
  const kept = new Map<string, Part[]>();

  return (page, context, nonce) => {
    const isPosted = page.kind === 'apply' && page.posted !== null;
    if (isPosted) return Buffer.from(render(page, context, { ...assets, nonce }));
    if (context.now !== second) {
      kept.clear();
      second = context.now;
    }
    const anybodys = page.kind === 'apply' ? { ...page, idempotency_key: standIns.key } : page;
    const known = JSON.stringify([anybodys, context], shortened);
    const parts = kept.get(known) ?? render(anybodys, context, shared).split(places).map(partOf);
    if (kept.size < MOST) kept.set(known, parts);
    const own = {
      nonce: Buffer.from(nonce),
      key: Buffer.from('idempotency_key' in page ? page.idempotency_key : ''),
    };
    return Buffer.concat(parts.map((part) => (typeof part === 'string' ? own[part] : part)));
  };
}
