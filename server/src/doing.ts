import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** What causes the work that goes on: a request, or a job and the request that caused it. Ids and names, nothing of people. */
export type Doing = {
  /** Of the request; of a job, of the request that caused it, where that is known. */
  request_id?: string;
  job_id?: string;
  /** The queue of a job. */
  queue?: string;
  /** Place in a trace that it came with, and its own, while it is traced; as `traceparent` of W3C. */
  cameWith?: string;
  place?: string;
};

/** A piece of work that has a beginning and an end, for those who watch. */
export type Unit = {
  kind: 'request' | 'job' | 'mail';
  /** The queue of a job; a request has its route when it ends. */
  name: string;
  doing: Doing;
  organizationId?: string | undefined;
  /** How it ended: a status, an outcome, or the code of an error. */
  end?: string | number;
  failed?: boolean;
};

/** Units that begin; who traces gives them a place. */
export const begun = channel('vpisnik.begun');
/** Units that end. */
export const ended = channel('vpisnik.ended');

const store = new AsyncLocalStorage<Doing>();

/** What goes on; undefined outside of requests and jobs. */
export const doing = (): Doing | undefined => store.getStore();

/** Runs work whose statements and lines of the log tell what caused them. */
export const whileDoing = <T>(what: Doing, work: () => T): T => store.run(what, work);

/** The same for a unit; `work` may write down how it ended. */
export async function whileWorking<T>(unit: Unit, work: () => Promise<T>): Promise<T> {
  begun.publish(unit);
  try {
    return await whileDoing(unit.doing, work);
  } catch (error) {
    unit.end ??= error instanceof Error ? error.name : 'error';
    unit.failed = true;
    throw error;
  } finally {
    ended.publish(unit);
  }
}

/** Runs what lasts longer than what goes on, and serves others afterwards. */
export const outsideOfDoing = <T>(work: () => T): T => store.exit(work);

const safeId = /^[\w-]{8,64}$/;
const safePlace = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Whether a text that a caller sends as the id of a request may be one: it comes to stand in logs and statements. */
export const isRequestId = (text: string): boolean => safeId.test(text);
/** Whether a text is a place in a trace, as `traceparent` says it. */
export const isPlace = (text: string): boolean => safePlace.test(text);

/** What a row or a job keeps of its cause: the request's id, and its place in a trace. Undefined where there is none. */
export function causeOf(what = doing()): string | undefined {
  const { request_id: id, place = '' } = what ?? {};
  if (id === undefined || !isRequestId(id)) return undefined;
  return isPlace(place) ? `${id} ${place}` : id;
}

/** What goes on for who works on a row or a job that has kept its cause; what is told of the present job stays. */
export function causedBy(cause: string | null | undefined): Doing {
  const { job_id, queue } = doing() ?? {};
  const [id = '', cameWith = ''] = cause?.split(' ') ?? [];
  return {
    ...(job_id !== undefined && { job_id }),
    ...(queue !== undefined && { queue }),
    ...(isRequestId(id) && { request_id: id }),
    ...(isPlace(cameWith) && { cameWith }),
  };
}

/** What lines of the log tell of it. */
export function told({ request_id, job_id, queue }: Doing = {}): Omit<Doing, 'cameWith' | 'place'> {
  return {
    ...(request_id !== undefined && { request_id }),
    ...(job_id !== undefined && { job_id }),
    ...(queue !== undefined && { queue }),
  };
}
