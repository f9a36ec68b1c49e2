import closeWithGrace from 'close-with-grace';
import { PlainError } from './plain-error.ts';

/**
 * Runs a program that consists of parts, each put on the given stack when it starts. At a signal, at an uncaught error and when
 * starting fails, the parts are stopped in reverse order and the process ends.
 */
export async function runUntilStopped(start: (parts: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const parts = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  const graceful = closeWithGrace({ delay: 25_000 }, async ({ err }) => {
    ignoreFurtherSignals();
    if (err) report(err);
    // a signal and the end of the parent come together; whoever is second waits for the same
    stopping ??= parts.disposeAsync();
    await stopping;
  });
  whenParentEnds(graceful.close);
  try {
    await start(parts);
  } catch (error) {
    if (parts.disposed) return; // a signal came while starting; the handler above is ending the process
    graceful.uninstall();
    report(error);
    await parts.disposeAsync().catch(report);
    process.exit(1);
  }
}

/**
 * Starts a part. It is on the stack before it runs, so that a signal that arrives meanwhile still finds it.
 */
export async function startPart<Part extends { stop(): Promise<void> }>(
  parts: AsyncDisposableStack,
  starting: Promise<Part>,
): Promise<Part> {
  parts.defer(async () => {
    const part = await starting.catch(() => undefined);
    await part?.stop();
  });
  return starting;
}

/**
 * A signal to npm ends the shell between npm and us, which passes nothing on. That we have another parent then is all that tells.
 */
function whenParentEnds(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 300).unref();
}

/** Ctrl-C arrives twice, from the terminal and from npm; the second must not cut the stopping short. */
function ignoreFurtherSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {});
  }
}

function report(error: unknown): void {
  const text =
    error instanceof PlainError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
}
