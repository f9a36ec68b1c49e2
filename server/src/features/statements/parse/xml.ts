/** XML as a tree of texts. Namespaces, documents' own entities and references to other files play no part in it. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { SheetRefusal } from '../../imports/sheets/read-sheet.ts';
import { onOneLine } from './lines.ts';

/** Why a file is not taken as a statement; `limit` is the bound exceeded. */
export type StatementRefusal = {
  code:
    | 'not_a_statement'
    | 'statement_broken'
    | 'statement_has_entities'
    | 'statement_too_large'
    | 'statement_too_long'
    | 'statement_currency'
    | 'statement_several_accounts'
    | 'statement_other_account'
    | 'statement_empty'
    | 'statement_known'
    | 'statement_no_account'
    | 'table_unread'
    | SheetRefusal['code'];
  limit?: number;
};

export class Refused extends Error {
  readonly refusal: StatementRefusal;
  constructor(code: StatementRefusal['code'], limit?: number) {
    super(code);
    this.refusal = { code, ...(limit !== undefined && { limit }) };
  }
}

/** An element: its children and attributes by name, or its text alone. */
export type Tree = unknown;

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // amounts and references stay the texts that they are
  parseTagValue: false,
  parseAttributeValue: false,
  // only the five that XML knows and numbered characters, below: nothing that expands
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 40,
  tagValueProcessor: (_name, value) => plainOf(value),
});

const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces what stands for a character; a number that is none stays as it was written. */
const plainOf = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return known[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
  });

/**
 * Reads an XML file in the encoding that it declares.
 *
 * @throws {Refused} not_a_statement, statement_broken, statement_has_entities
 */
export function treeOf(file: Buffer): Tree {
  const text = decoded(file).trimStart();
  if (!/^<(?:\?xml|!--|!DOCTYPE|[a-z_])/i.test(text)) throw new Refused('not_a_statement');
  // a statement needs neither; they are how a small file becomes a huge one, or reads another
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Refused('statement_has_entities');
  if (XMLValidator.validate(text) !== true) throw new Refused('statement_broken');
  try {
    return parser.parse(text) as Tree;
  } catch {
    throw new Refused('statement_broken');
  }
}

/** The text of a file: a mark at its start decides, else its declaration, else UTF-8. */
function decoded(file: Buffer): string {
  const head = file.subarray(0, 200).toString('latin1');
  const [, declared] =
    /^[^<]{0,4}<\?xml[^>]{0,100}encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/i.exec(head) ?? [];
  const marked =
    file[0] === 0xff && file[1] === 0xfe
      ? 'utf-16le'
      : file[0] === 0xfe && file[1] === 0xff
        ? 'utf-16be'
        : undefined;
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(file);
  } catch {
    throw new Refused(declared || marked ? 'statement_broken' : 'not_a_statement');
  }
}

/** The elements of a name, in their order; names after it lead further down, through the first of each. */
export function elements(tree: Tree, ...path: string[]): Tree[] {
  const [name = '', ...rest] = path;
  const child =
    typeof tree === 'object' && tree !== null ? (tree as Record<string, unknown>)[name] : undefined;
  const found = child === undefined ? [] : Array.isArray(child) ? child : [child];
  return rest.length === 0 ? found : elements(found[0], ...rest);
}

/** The text of the first element of a path, on one line; empty without one. */
export function textAt(tree: Tree, ...path: string[]): string {
  const [found] = path.length === 0 ? [tree] : elements(tree, ...path);
  const text =
    typeof found === 'object' && found !== null ? (found as Record<string, unknown>)['#text'] : found;
  return typeof text === 'string' ? onOneLine(text) : '';
}
