import { type Block, blocksOf, type Piece } from '@vpisnik/contract/rules/notation';

/** A long text in the notation of templates; addresses that it names are links. */
export function Rich({
  text,
  values,
  lang,
}: {
  text: string;
  values: Record<string, string>;
  lang?: string;
}) {
  return (
    <div className="rich" lang={lang}>
      {keyed(blocksOf(text)).map(([key, block]) => (
        <Paragraph key={key} block={block} values={values} />
      ))}
    </div>
  );
}

function Paragraph({ block, values }: { block: Block; values: Record<string, string> }) {
  const lines = keyed(block.lines).map(([key, line]) => {
    const words = keyed(line).map(([place, piece]) => <Words key={place} piece={piece} values={values} />);
    return block.kind === 'list' ? (
      <li key={key}>{words}</li>
    ) : (
      <span key={key} className="line">
        {words}
      </span>
    );
  });
  return block.kind === 'list' ? <ul>{lines}</ul> : <p>{lines}</p>;
}

function Words({ piece, values }: { piece: Piece; values: Record<string, string> }) {
  const text = 'text' in piece ? piece.text : (values[piece.placeholder] ?? '');
  const linked =
    'href' in piece && piece.href ? (
      <a href={piece.href} rel="external noreferrer">
        {text}
      </a>
    ) : (
      text
    );
  return piece.strong ? <b>{linked}</b> : linked;
}

/** Things that never change their places, by these. */
const keyed = <T,>(all: readonly T[]): [string, T][] => all.map((one, at) => [String(at), one]);
