/**
 * Moves `Date` of the page it runs in. libfaketime stops Chromium, so pages are told the offset that the programs around
 * them run with.
 *
 * @param by milliseconds; 0 changes nothing
 */
export function shiftDate(by: number): void {
  if (by === 0) return;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length > 0 ? given : [Real.now() + by]) as [number]));
    }
    static override now() {
      return Real.now() + by;
    }
  } as DateConstructor;
}
