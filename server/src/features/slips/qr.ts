import generator from 'nayuki-qr-code-generator';
import sharp from 'sharp';

// a module whose package does not say so: Node sees that it is one, the types don't
const { QrCode, QrSegment } = generator as unknown as typeof generator.default;

/** White cells that readers need around a code. */
const QUIET_ZONE = 4;

/** A QR code for drawing: cells along a side without the quiet zone, and its dark cells as the path of an SVG picture. */
export type QrDrawing = { size: number; path: string };

/**
 * Encodes bytes at level M.
 *
 * @param eci number of the character set, where the code says it
 */
export function drawnQr(
  bytes: readonly number[],
  { version: [least, most], eci }: { version: [number, number]; eci?: number },
): QrDrawing {
  const segments = [...(eci === undefined ? [] : [QrSegment.makeEci(eci)]), QrSegment.makeBytes(bytes)];
  const code = QrCode.encodeSegments(segments, QrCode.Ecc.MEDIUM, least, most, -1, false);
  const runs: string[] = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      const from = x;
      while (code.getModule(x, y)) x += 1;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
  return { size: code.size, path: runs.join('') };
}

/** A code as a PNG picture on white, with its quiet zone, each cell `cell` pixels wide. */
export function qrPng({ size, path }: QrDrawing, cell = 8): Promise<Buffer> {
  const side = size + 2 * QUIET_ZONE;
  const cells = Buffer.alloc(side * side, 255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    const from = (Number(y) + QUIET_ZONE) * side + Number(x) + QUIET_ZONE;
    cells.fill(0, from, from + Number(length));
  }
  return sharp(cells, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * cell, side * cell, { kernel: 'nearest' })
    .png({ palette: true })
    .toBuffer();
}
