import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { askedLanguage } from './answer.ts';
import { embedScript } from './embed-script.ts';
import { loadCalendar, loadSitemap } from './load.ts';
import { sitemapOf } from './sitemap.ts';

type Place = { org: string; id: string };

/**
 * What programs read rather than people: calendars, sitemaps, rules for robots, and the script of embedded forms. Beside them what
 * the build leaves as one text: the notices of licences, and what is new.
 *
 * @param folder of the built web
 */
export function publicFiles(files: FastifyInstance, { env, pools }: Services, folder: string): void {
  for (const name of ['third-party-notices.txt', 'changes.txt'])
    files.get(`/${name}`, async (_request, reply) => {
      const text = await readFile(join(folder, 'public', name)).catch(() => null);
      if (!text) return reply.callNotFound();
      return reply
        .type('text/plain; charset=utf-8')
        .headers({ 'cache-control': 'public, max-age=3600' })
        .send(text);
    });
  files.get<{ Params: Place }>('/public/:org/groups/:id/calendar.ics', async (request, reply) => {
    const ask = (offered: readonly Language[]) => askedLanguage(request, offered);
    const { label, calendar } = await loadCalendar(pools, request.params, ask, env.publicUrl);
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${label}.ics"`,
      })
      .send(calendar);
  });
  files.get<{ Params: Place }>('/public/:org/sitemap.xml', async (request, reply) => {
    const listed = await loadSitemap(pools, request.params.org);
    return reply.type('application/xml; charset=utf-8').send(sitemapOf(listed, env.publicUrl));
  });
  files.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /api/\n'),
  );
  files.get('/embed.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // other sites load it
      .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
      .send(embedScript),
  );
}
