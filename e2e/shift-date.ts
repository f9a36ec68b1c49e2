/**
 * Moves `Date` of the page it runs in. libfaketime stops Chromium, so pages are told the offset that the programs around
 * them run with. A page that several files of tests share is moved once.
 *
 * @param by milliseconds; 0 changes nothing
 */
export function shiftDate(by: number): void {
  if (by === 0 || 'isShifted' in Date) return;
  const Real = Date;
  globalThis.Date = class extends Real {
    static readonly isShifted = true;
    constructor(...given: unknown[]) {
      super(...((given.length > 0 ? given : [Real.now() + by]) as [number]));
    }
    static override now() {
      return Real.now() + by;
    }
  } as unknown as DateConstructor;
}
