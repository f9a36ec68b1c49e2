import type { FastifyRequest } from 'fastify';

/** The path of a request as it was sent, without its query. It may hold anything, also a second slash or a host. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** The query of a request as it was sent, with its question mark; empty when there is none. */
export function searchOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** One value of the query; empty when there is none, or several. */
export function queryOf({ query }: Pick<FastifyRequest, 'query'>, name: string): string {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

/** Cuts slashes off the end of a path. A pattern would take the square of their number. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
