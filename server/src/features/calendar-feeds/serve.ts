import { permissions } from '@vpisnik/contract/rules/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asAccount, type Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { recordActing } from '../../http/acting.ts';
import { namesTag } from '../../http/etags.ts';
import { countHit } from '../../http/guards/limits.ts';
import type { Services } from '../../services.ts';
import { type FeedContent, feedContent } from './content.ts';
import { calendarText } from './ical.ts';
import { findFeed, type KnownFeed, noteFetch } from './queries.ts';
import { hashOf } from './rules.ts';

const HOUR_MS = 3_600_000;
/** Times in a minute that a calendar may be asked for: programs ask once in many, and a large one is seconds of work. */
const PER_MINUTE = 12;

/** How a look at a calendar counts in the trail of an organisation that a platform ADMIN acts for. */
const reading = { method: 'GET', scope: 'organization' } as const;

/** Errors answered as 404, so that a token doesn't reveal why its access ended. */
const closed = new Set([
  'unauthorized',
  'account_inactive',
  'forbidden',
  'password_change_required',
  'organization_required',
  'organization_disabled',
]);

/** What an address names: its organisation tells a proxy before several installations which of them has it. */
type Address = { organization?: string; token: string };

/**
 * The calendars behind secret addresses. Each is read in the scope of the person who made it, so it ends with their
 * access, and shows what they may see at the moment.
 */
export function registerFeeds(app: FastifyInstance, { env, pools }: Services): void {
  const serve = async (request: FastifyRequest<{ Params: Address }>, reply: FastifyReply) => {
    const { token, organization } = request.params;
    const feed = await findFeed(pools.system, hashOf(token));
    if (!feed || (organization && organization !== feed.organization_id)) throw new AppError('not_found');
    const { hits, retryAfter } = await countHit(pools.system, `feed:${feed.id}`, 60);
    if (hits > PER_MINUTE) throw new AppError('rate_limited', { retry_after: retryAfter });
    const content = await asOwner(feed, (scope) => feedContent(scope, feed, env.publicUrl));
    const isNoted = feed.content_hash === content.hash && isRecent(feed.fetched_at);
    const noted = isNoted ? feed : await noteFetch(pools.system, feed, content.hash);
    return send(request, reply, noted, content);
  };
  app.get('/api/feeds/:organization(^[\\da-f-]{36}$)/:token(^[\\w-]{43}$).ics', serve);
  // addresses of before named no organisation
  app.get('/api/feeds/:token(^[\\w-]{43}$).ics', serve);

  const asOwner = (feed: KnownFeed, work: (scope: Scope) => Promise<FeedContent>) => {
    const bearer = { accountId: feed.account_id, signInId: null };
    const demand = {
      rank: permissions['dashboard.view'],
      organization: true,
      writes: false,
      whilePasswordChangeRequired: false,
    };
    return asAccount(pools.api, bearer, feed.organization_id, demand, async (scope) => {
      // a calendar goes on looking when its owner has long turned to another organisation
      if (scope.role === 'ADMIN') await recordActing(pools.system, scope, 'calendar_feeds.read', reading);
      return work(scope as Scope);
    }).catch((error: unknown) => {
      throw error instanceof AppError && closed.has(error.code) ? new AppError('not_found') : error;
    });
  };
}

const isRecent = (fetched: Date | null) => fetched !== null && Date.now() - fetched.getTime() < HOUR_MS;

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { sequence, changed_at }: KnownFeed,
  { groups, options, hash }: FeedContent,
): Promise<FastifyReply> {
  const etag = `"${hash}"`;
  reply.headers({
    'cache-control': 'private, max-age=900',
    etag,
    'last-modified': changed_at.toUTCString(),
    // the address is a secret: no search engine keeps what it leads to
    'x-robots-tag': 'noindex',
  });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const text = await calendarText(groups, { ...options, stamp: changed_at, sequence });
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="vpisnik.ics"')
    .send(text);
}
