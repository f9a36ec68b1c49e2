import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** The cause of the current work: a request, or a job and the request that caused it. Ids and names, no personal data. */
export type Cause = {
  /** Of the request; of a job, of the request that caused it, where that is known. */
  request_id?: string;
  job_id?: string;
  /** The queue of a job. */
  queue?: string;
  /** Place in a trace that it came with, and its own, while it is traced; as `traceparent` of W3C. */
  cameWith?: string;
  place?: string;
};

/** A piece of work with a beginning and an end, published to observers. */
export type Unit = {
  kind: 'request' | 'job' | 'mail';
  /** The queue of a job; a request has its route when it ends. */
  name: string;
  cause: Cause;
  organizationId?: string | undefined;
  /** How it ended: a status, an outcome, or the code of an error. */
  end?: string | number;
  failed?: boolean;
};

/** Units that begin; a tracer gives them their place. */
export const begun = channel('vpisnik.begun');
/** Units that end. */
export const ended = channel('vpisnik.ended');

const store = new AsyncLocalStorage<Cause>();

/** The current cause; undefined outside of requests and jobs. */
export const currentCause = (): Cause | undefined => store.getStore();

/** Runs `work` with a cause that its statements and log lines name. */
export const withCause = <T>(cause: Cause, work: () => T): T => store.run(cause, work);

/** Runs the work of a unit between its two events; `work` may set `end`. */
export async function runUnit<T>(unit: Unit, work: () => Promise<T>): Promise<T> {
  begun.publish(unit);
  try {
    return await withCause(unit.cause, work);
  } catch (error) {
    unit.end ??= error instanceof Error ? error.name : 'error';
    unit.failed = true;
    throw error;
  } finally {
    ended.publish(unit);
  }
}

/** Runs `work` without a cause: it outlives the current request or job and serves others. */
export const withoutCause = <T>(work: () => T): T => store.exit(work);

const safeId = /^[\w-]{8,64}$/;
const safePlace = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Whether a caller's text may serve as the id of a request; it is written into logs and statements. */
export const isRequestId = (text: string): boolean => safeId.test(text);
/** Whether a text is a place in a trace, in the form of `traceparent`. */
export const isPlace = (text: string): boolean => safePlace.test(text);

/** The cause as rows and jobs keep it: the request's id and its place in a trace. Undefined without a request. */
export function storedCause(cause = currentCause()): string | undefined {
  const { request_id: id, place = '' } = cause ?? {};
  if (id === undefined || !isRequestId(id)) return undefined;
  return isPlace(place) ? `${id} ${place}` : id;
}

/** Reads a cause that a row or a job has kept, and adds the current job. */
export function readCause(cause: string | null | undefined): Cause {
  const { job_id, queue } = currentCause() ?? {};
  const [id = '', cameWith = ''] = cause?.split(' ') ?? [];
  return {
    ...(job_id !== undefined && { job_id }),
    ...(queue !== undefined && { queue }),
    ...(isRequestId(id) && { request_id: id }),
    ...(isPlace(cameWith) && { cameWith }),
  };
}

/** The fields of a cause that log lines have. */
export function causeFields({ request_id, job_id, queue }: Cause = {}): Omit<Cause, 'cameWith' | 'place'> {
  return {
    ...(request_id !== undefined && { request_id }),
    ...(job_id !== undefined && { job_id }),
    ...(queue !== undefined && { queue }),
  };
}
