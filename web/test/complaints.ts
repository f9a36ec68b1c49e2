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
