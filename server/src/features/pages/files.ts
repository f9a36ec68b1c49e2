import { localDay } from '@vpisnik/contract/schedule';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { askedLanguage } from './answer.ts';
import { groupCalendar, hasMeetings } from './calendar.ts';
import { embedScript } from './embed-script.ts';
import { loadApply, loadSitemap } from './load.ts';
import { sitemapOf } from './sitemap.ts';

type Place = { org: string; id: string };

/** What programs read rather than people: calendars, sitemaps, rules for robots, and the script of embedded forms. */
export function publicFiles(files: FastifyInstance, { env, pools }: Services): void {
  files.get<{ Params: Place }>('/public/:org/groups/:id/calendar.ics', async (request, reply) => {
    const { page, languages, fallback } = await loadApply(pools, request.params);
    if (page.kind !== 'apply' || !hasMeetings(page.group)) throw new AppError('not_found');
    const { group, organization } = page;
    const now = new Date();
    const calendar = groupCalendar(group, organization, {
      language: askedLanguage(request, languages) ?? fallback,
      url: `${env.publicUrl}/public/${organization.id}/groups/${group.id}/apply`,
      now,
      today: localDay(now, organization.time_zone),
    });
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${group.label}.ics"`,
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
