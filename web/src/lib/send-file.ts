import { ApiError } from '@vpisnik/contract/kit';

/**
 * Sends like `fetch`, and reports the sent share of the body, from 0 to 1, which `fetch` can't.
 *
 * @returns a `transport` for a call
 */
export function sendingWithProgress(onProgress: (part: number) => void): typeof fetch {
  return (url, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(url));
      request.responseType = 'blob';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      const { signal } = init;
      const abort = () => {
        request.abort();
        reject(signal?.reason);
      };
      request.onload = () => {
        const empty = request.status === 204;
        const type = request.getResponseHeader('content-type');
        resolve(
          new Response(empty ? null : (request.response as Blob), {
            status: request.status,
            ...(type && { headers: { 'content-type': type } }),
          }),
        );
      };
      request.onerror = () => reject(new TypeError('The file did not arrive'));
      request.onloadend = () => signal?.removeEventListener('abort', abort);
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}

/** Statuses of a connection that failed or was too slow, and of too many requests. */
const passing = [0, 408, 429];

/** Whether a file that was refused may be taken another time: the connection or the server failed, not the file. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || passing.includes(error.status) || error.status >= 500;
