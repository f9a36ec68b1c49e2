import { encode } from 'uqr';

/** The quiet zone that readers need, and the side of the picture in pixels at least. */
const border = 4;
const side = 1024;

/** A link as a QR code in a file of vectors, for posters of any size. */
export function qrSvg(text: string): Blob {
  const { size, data } = encode(text, { border });
  const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${cells.join('')}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** QR code as PNG of at least 1024 × 1024 pixels; each cell has whole pixels, so that edges stay sharp. */
export function qrPng(text: string): Promise<Blob> {
  const { size, data } = encode(text, { border });
  const cell = Math.ceil(side / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * cell;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#000';
    data.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (dark) context.fillRect(x * cell, y * cell, cell, cell);
      });
    });
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png');
  });
}
