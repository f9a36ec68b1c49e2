import { AsyncLocalStorage } from 'node:async_hooks';

/** What causes the work that goes on: a request, or a job and the request that caused it. Ids and names, nothing of people. */
export type Doing = {
  /** Of the request; of a job, of the request that caused it, where that is known. */
  request_id?: string;
  job_id?: string;
  /** The queue of a job. */
  queue?: string;
};

const store = new AsyncLocalStorage<Doing>();

/** What goes on; undefined outside of requests and jobs. */
export const doing = (): Doing | undefined => store.getStore();

/** Runs work whose statements and lines of the log tell what caused them. */
export const whileDoing = <T>(what: Doing, work: () => T): T => store.run(what, work);

/** Runs what lasts longer than what goes on, and serves others afterwards. */
export const outsideOfDoing = <T>(work: () => T): T => store.exit(work);

const safeId = /^[\w-]{8,64}$/;

/** Whether a text that a caller sends as the id of a request may be one: it comes to stand in logs and statements. */
export const isRequestId = (text: string): boolean => safeId.test(text);

/** What a row or a job keeps of its cause; undefined where there is none. */
export function causeOf(what = doing()): string | undefined {
  const id = what?.request_id;
  return id !== undefined && isRequestId(id) ? id : undefined;
}

/** What goes on for who works on a row or a job that has kept its cause; what is told of the present job stays. */
export function causedBy(cause: string | null | undefined): Doing {
  const { request_id: _, ...its } = doing() ?? {};
  return { ...its, ...(cause && isRequestId(cause) && { request_id: cause }) };
}
