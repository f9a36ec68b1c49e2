import type { FastifyInstance } from 'fastify';

/**
 * Knows every address that has a route, apart from those of a whole folder or pattern; call it before the first route.
 *
 * @returns which methods an address answers, in the order of the alphabet; none when it is unknown
 */
export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { segments: string[]; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!/[*(]/.test(url)) routes.push({ segments: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const asked = path.split('/');
    const answering = routes.filter(
      ({ segments }) =>
        segments.length === asked.length &&
        segments.every((one, at) => one === asked[at] || (one.startsWith(':') && asked[at] !== '')),
    );
    return [...new Set(answering.flatMap(({ methods }) => methods))].sort();
  };
}
