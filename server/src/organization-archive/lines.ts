import { damaged } from './unzip.ts';

const NEWLINE = 10;
/** Bytes of a line: a file of a message takes twice its size. */
const LONGEST = 256 * 1024 ** 2;
/** Bytes of lines that are taken at once, unless one is longer. */
const BATCH = 1024 ** 2;

/** The lines of a part, some at a time. @throws {PlainError} the last one has no end, or one is too long */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const some of content) {
    const end = some.lastIndexOf(NEWLINE) + 1;
    kept.push(some);
    bytes += some.length;
    if (bytes > LONGEST) throw damaged();
    if (end === 0 || bytes < BATCH) continue;
    const whole = Buffer.concat(kept);
    const last = whole.length - (some.length - end);
    yield split(whole.subarray(0, last));
    kept = [whole.subarray(last)];
    bytes = kept[0]?.length ?? 0;
  }
  if (bytes === 0) return;
  const rest = Buffer.concat(kept);
  if (rest.at(-1) !== NEWLINE) throw damaged();
  yield split(rest);
}

const split = (lines: Buffer): string[] => lines.toString('utf8').slice(0, -1).split('\n');
