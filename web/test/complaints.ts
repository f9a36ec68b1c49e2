let complaints: string[] = [];

/** Notes a call of console.error. */
export function complain(args: readonly unknown[]): void {
  complaints.push(args.map(String).join(' '));
}

/** Returns and clears the console errors since the last call; a test that expects some has to call it. */
export function takeComplaints(): string[] {
  const taken = complaints;
  complaints = [];
  return taken;
}

let misfits: string[] = [];

/** Notes what doesn't fit the contract; the test fails with it when it ends. Returns an error that ends the call. */
export function misfit(message: string): Error {
  misfits.push(message);
  return new Error(message);
}

let test = 0;

/** Number of the test that runs; a call that outlives its own must not fail the next one. */
export const currentTest = (): number => test;

/** Begins a test: forgets what the one before has left. */
export function beginTest(): void {
  test += 1;
  takeComplaints();
  takeMisfits();
}

/** Returns and clears what didn't fit since the last call. */
export function takeMisfits(): string[] {
  const taken = misfits;
  misfits = [];
  return taken;
}
