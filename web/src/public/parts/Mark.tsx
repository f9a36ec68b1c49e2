/** The sign of Vpisnik, beside its name. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="7" />
      <path d="M6.5 12.5l5 6 8-11.5" />
    </svg>
  );
}
