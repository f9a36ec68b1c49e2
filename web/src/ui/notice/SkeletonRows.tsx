import classes from './SkeletonRows.module.css';

const widths = ['62%', '48%', '70%', '55%', '66%', '44%'];

/** Rows of the real height while a list is on its way; hidden from assistive technology, which `Pending` tells. */
export function SkeletonRows({ rows = 6 }: { rows?: number | undefined }) {
  return (
    <div className={classes.card} aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div className={classes.row} key={at}>
          <i />
          <i style={{ width: widths[at % widths.length] }} />
          <i style={{ width: widths[(at + 2) % widths.length] }} />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
