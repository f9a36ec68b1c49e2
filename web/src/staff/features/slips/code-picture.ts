import type { CodeDrawing } from '@vpisnik/contract/slips';

/** White cells that readers need around a code. */
export const quietZone = 4;

/** A code as a PNG picture on white, each cell a whole number of pixels wide. */
export function codePicture({ size, path }: CodeDrawing): Promise<Blob> {
  const cells = size + 2 * quietZone;
  const cell = Math.ceil(1000 / cells);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = cells * cell;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(cell, cell);
    context.translate(quietZone, quietZone);
    context.fillStyle = '#000';
    context.fill(new Path2D(path));
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png');
  });
}
