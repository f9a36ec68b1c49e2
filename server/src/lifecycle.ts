import closeWithGrace from 'close-with-grace';
import { PlainError } from './plain-error.ts';
import { programPart } from './program-part.ts';

/** How long stopping may take, in milliseconds: sending people elsewhere, what they still ask, jobs and mails under way. */
const PATIENCE = 75_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Hears every signal to the end: for a moment without any listener, a signal would kill the process as if nobody cared. */
const ignore = () => {};

/** Codes of writes without a reader: the terminal or the log's reader has gone. */
const unheard = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Lets the program go on when nobody reads what it says, as Pino does: to report that would fail again, for ever. What can't be
 * written for another reason, as on a full disk, makes it fail in the end.
 */
const outliveReaders = () => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (unheard.includes(error.code ?? '')) return;
      if (stream === process.stdout && process.exitCode !== 1) report(error);
      process.exitCode = 1;
    });
};

/**
 * Runs a program that consists of parts, each put on the given stack when it starts. At a signal, at an uncaught error and when
 * starting fails, the parts are stopped in reverse order and the process ends.
 */
export async function runUntilStopped(start: (parts: AsyncDisposableStack) => Promise<void>): Promise<void> {
  for (const signal of signals) process.on(signal, ignore);
  outliveReaders();
  const parts = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  const graceful = closeWithGrace({ delay: PATIENCE }, async ({ err }) => {
    seeItThrough(report);
    if (err) report(err);
    // a signal and the parent's end may come together: both wait for the same disposal
    stopping ??= parts.disposeAsync();
    await stopping;
    // else it would end well
    if (process.exitCode) process.exit();
  });
  whenParentEnds(graceful.close);
  try {
    await start(parts);
  } catch (error) {
    if (parts.disposed) return; // a signal came while starting; the handler above is ending the process
    graceful.uninstall();
    report(error);
    // what else breaks now is a consequence, and would only hide the reason
    seeItThrough(() => {});
    setTimeout(() => process.exit(1), PATIENCE).unref();
    await parts.disposeAsync().catch(report);
    process.exit(1);
  }
}

/**
 * Runs a command, which comes to its end by itself. One that is stopped before fails: its exit code must not say that what it was told
 * is done.
 */
export function runToEnd(work: (parts: AsyncDisposableStack) => Promise<void>): Promise<void> {
  return runUntilStopped(async (parts) => {
    let isDone = false;
    parts.defer(() => {
      if (!isDone) process.exitCode = 1;
    });
    await work(parts);
    isDone = true;
    await parts.disposeAsync();
  });
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

/**
 * Nothing cuts the stopping short any more: not the second Ctrl-C, which comes from npm beside the terminal's, and not an error of a
 * part that misses another.
 */
function seeItThrough(hear: (error: unknown) => void): void {
  for (const signal of signals)
    for (const listener of process.listeners(signal as NodeJS.Signals))
      if (listener !== ignore) process.off(signal, listener);
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.removeAllListeners(event);
    process.on(event, hear);
  }
}

function report(error: unknown): void {
  process.stderr.write(`\n${error instanceof PlainError ? error.message : told(programPart(error))}\n`);
}

const told = ({ type, stack, cause }: ReturnType<typeof programPart>): string =>
  `${stack ?? `Thrown: ${type}`}${cause ? `\nCaused by ${told(cause)}` : ''}`;
