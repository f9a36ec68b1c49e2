import { randomUUID } from 'node:crypto';
import { startChild } from '../child.ts';
import { alternately, type Case, startLoader } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';
import { throughput } from './requests.ts';

/** Applications to 200 groups, each by a new applicant with its own address. */
export const application: Case = {
  name: 'application',
  run: async (stage, parts) => {
    const { large } = stage;
    // of a run that was killed
    await forgetApplications(large);
    parts.defer(() => forgetApplications(large));
    const bare = await startChild(parts, 'bare-apply.ts', {
      databaseUrl: large.env.databaseUrl,
      organizationId: large.organizationId,
    });
    const app = await startApp(parts, large);
    const send = startLoader(parts);
    const request = applicationRequest();
    const targets = await targetsOf(large);
    let from = 0;
    const load = (port: number) => async () => {
      from += 1_000_000;
      return send({ port, connections: 16, seconds: stage.quick ? 1.5 : 4, request, targets, from });
    };
    const { ours, limit } = await alternately(
      stage,
      { server: app, load: load(app.port) },
      { server: bare, load: load(bare.port) },
      () => forgetApplications(large),
    );
    return [throughput('application', ours, limit)];
  },
};

/** The groups that one can apply to, as targets of a load: the path, then the ids of the questions. */
export async function targetsOf({ owner, organizationId }: Site): Promise<string[][]> {
  const { rows } = await owner.query<{ target: string[] }>(
    `select array['/api/public/' || $1 || '/groups/' || q.group_id || '/participants'] || array_agg(q.id::text order by q.position) as target
     from group_fields q where q.organization_id = $1::uuid group by q.group_id`,
    [organizationId],
  );
  return rows.map(({ target }) => target);
}

const answers = {
  '{1}': '2014-05-17',
  '{2}': 'Cesta na Brdo 12, 1000 Ljubljana',
  '{3}': 'Mojca Zupančič',
  '{4}': '041 234 567',
  '{5}': 'one-or-two-years',
  '{6}': true,
};

/** An application that answers every question of the form, as a load sends it. */
export function applicationRequest(): string {
  const body = JSON.stringify({
    name: 'Maja Zupančič {n}',
    email: 'maja.{n}@applied.test',
    phone: '041 234 567',
    notes: 'Lani smo plesali pri vas.',
    language: 'sl',
    privacy_version: '2026-11-01',
    accept_waitlist: true,
    filled_ms: 40_000,
    answers,
  });
  const sample = body.replaceAll('{n}', '00000000').replace(/\{\d\}/g, randomUUID());
  const head = [
    'POST {0} HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(sample)}`,
    'idempotency-key: key-of-bench-{n}',
    // a /48 of its own, the largest network that a limit counts
    'x-forwarded-for: 2001:{h}:{l}::1',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Deletes the participants that loads created, their mails, idempotency keys and rate limits. */
export async function forgetApplications({ owner, organizationId }: Site): Promise<void> {
  const its = 'where organization_id = $1';
  await owner.query(`delete from mails ${its}`, [organizationId]);
  await owner.query(`delete from participants ${its} and email like '%@applied.test'`, [organizationId]);
  await owner.query(`delete from idempotency_keys ${its}`, [organizationId]);
  await owner.query('delete from rate_limits');
}
