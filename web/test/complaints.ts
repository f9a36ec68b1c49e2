let complaints: string[] = [];

/** Notes a call of console.error. */
export function complain(args: readonly unknown[]): void {
  complaints.push(args.map(String).join(' '));
}

/** What console.error was called with since it was last asked; a test that expects complaints asks for them. */
export function takeComplaints(): string[] {
  const taken = complaints;
  complaints = [];
  return taken;
}
