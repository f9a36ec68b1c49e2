import classes from './Wordmark.module.css';

/** The product's mark and name. */
export function Wordmark({ href }: { href?: string }) {
  const content = (
    <>
      <svg className={classes.mark} viewBox="0 0 26 26" aria-hidden="true">
        <rect width="26" height="26" rx="7" />
        <path d="M6.5 12.5l5 6 8-11.5" />
      </svg>
      Vpisnik
    </>
  );
  return href ? (
    <a className={classes.wordmark} href={href}>
      {content}
    </a>
  ) : (
    <span className={classes.wordmark}>{content}</span>
  );
}
