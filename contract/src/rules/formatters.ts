/** Making a formatter costs a hundred times what using it does, and lists ask for the same ones in every row. */
function remembered<A extends unknown[], F>(make: (...args: A) => F): (...args: A) => F {
  const made = new Map<string, F>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key);
    if (known) return known;
    const fresh = make(...args);
    made.set(key, fresh);
    return fresh;
  };
}

/** `Intl.DateTimeFormat` of a language tag and options, made once. */
export const dateFormat = remembered(
  (tag: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
);

/** `Intl.NumberFormat` of a language tag and options, made once. */
export const numberFormat = remembered(
  (tag: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
);

/** A list in words, `a, b in c`, of a language tag; made once. */
export const listFormat = remembered((tag: string) => new Intl.ListFormat(tag, { type: 'conjunction' }));
