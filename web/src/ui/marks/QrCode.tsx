import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

type QrCodeProps = {
  text: string;
  /** Alternative text. */
  label: string;
};

/** A text as a QR code: dark on white in every theme, since many cameras read no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 2 });
    const cells = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: cells.join('') };
  }, [text]);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={classes.cells} d={path} />
    </svg>
  );
}
