import type { CodeDrawing } from '@vpisnik/contract/slips';
import { quietZone } from './code-picture.ts';
import classes from './slips.module.css';

/** A code, dark on white in every theme and on paper. */
export function CodeImage({ code: { size, path }, label }: { code: CodeDrawing; label: string }) {
  const side = size + 2 * quietZone;
  return (
    <svg
      className={classes.code}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
