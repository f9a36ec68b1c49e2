/** Whether an `If-None-Match` header names an entity tag, weak or strong: then the caller's copy is current. */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((one) => {
    const named = one.trim();
    return named === '*' || (named.startsWith('W/') ? named.slice(2) : named) === tag;
  });
}
