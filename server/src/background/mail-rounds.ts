import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { readCause, runUnit, type Unit } from '../cause.ts';
import { asWorker } from '../db/scope.ts';
import {
  type Delay,
  deliverOrganizationMail,
  type MailContents,
} from '../features/application-mails/deliver.ts';
import { markWaiting } from '../features/application-mails/outbox.ts';
import { type ReservedMail, releaseReserved, reserveMails } from '../features/application-mails/reserve.ts';
import type { ApplicantTokens } from '../mail/applicant-tokens.ts';
import { endPause, everywhere, pauseDomain, pausedDomains } from '../mail/pauses.ts';
import type { MailMarks } from '../mail/returned/marks.ts';
import type { ReturnAddresses } from '../mail/returned/verp.ts';
import type { Log, MailTransport } from '../mail/transport.ts';
import type { UnsubscribeTokens } from '../mail/unsubscribe.ts';
import { takingConnections } from './connections.ts';

/** How the outbox is worked on. */
export type MailPace = {
  /** Mails sent at the same time, by as many connections. */
  connections: number;
  /** Of these, so many at most to one domain: a slow one leaves room for the others. */
  perDomain: number;
  /** Milliseconds between looks for mails that are due. */
  look: number;
  /**
   * Seconds that a process may take for a mail, longer than a try can last when the one before it lasted as long; then another
   * process takes the mail.
   */
  hold: number;
};

export const usualPace: MailPace = { connections: 8, perDomain: 6, look: 500, hold: 180 };

/** Mails in hand at most, for each connection. */
const IN_HAND = 3;
/** Mails under way, for each connection that is quick: one is claimed, written and noted while another is sent. */
const WITH_PREPARED = 2;
/** How long a stopping process waits for tries, in milliseconds; one that takes longer is begun anew elsewhere. */
const PATIENCE = 15_000;

type Given = {
  contents: MailContents;
  pool: pg.Pool;
  transport: MailTransport;
  publicUrl: string;
  unsubscribing: UnsubscribeTokens;
  applicants: ApplicantTokens;
  returning: ReturnAddresses | undefined;
  /** Makes their Message-IDs, the same for every try. */
  marks: MailMarks;
  log: Log;
  pace: MailPace;
};

/**
 * Sends the mails of organisations that are due, fairly among organisations, until it is stopped. A mail is in the hands of
 * one process, and comes back when that is gone.
 */
export function startMailRounds({ pace, ...given }: Given): { stop(): Promise<void> } {
  const { pool, log } = given;
  const sendingBy = { ...given, seconds: pace.hold };
  const reserved: ReservedMail[] = [];
  const underWay = new Map<string, { mail: ReservedMail; end: Promise<void> }>();
  let troubled = new Set<string>();
  let last: string | null = null;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = false;

  const countOf = (domain: string, mails: Iterable<ReservedMail>) =>
    [...mails].filter((mail) => mail.domain === domain).length;
  const sending = () => [...underWay.values()].map(({ mail }) => mail);
  const free = takingConnections(pace);
  const depth = () => (free.areQuick() ? WITH_PREPARED : 1);
  const hasRoom = ({ domain }: ReservedMail) =>
    domain === '' || countOf(domain, sending()) < pace.perDomain * depth();

  const ready = () => reserved.filter(hasRoom).length;

  const fill = () => {
    while (!stopped && underWay.size < pace.connections * depth()) {
      const at = reserved.findIndex(hasRoom);
      const [mail] = at < 0 ? [] : reserved.splice(at, 1);
      if (!mail) break;
      const end = tryOnce(mail).finally(() => {
        underWay.delete(mail.id);
        fill();
        if (lookAgain) look();
      });
      underWay.set(mail.id, { mail, end });
    }
  };

  /**
   * Reserves more, unless enough are in hand: mails that come meanwhile would stand behind them. What is found is sent at
   * once. One look at a time.
   */
  const look = () => {
    if (ready() >= pace.connections / depth()) return;
    looking ??= reserveMore()
      .catch((error: Error) => log.error({ err: error }, 'mails could not be looked for'))
      .finally(() => {
        looking = undefined;
        fill();
      });
  };

  const reserveMore = async () => {
    const count = pace.connections * IN_HAND - Math.max(underWay.size, pace.connections) - ready();
    const known = [...sending(), ...reserved];
    const domains = new Set(known.map(({ domain }) => domain).filter((domain) => domain !== ''));
    const busy = [...domains].filter((domain) => countOf(domain, known) >= pace.connections * depth());
    const found = await asWorker(pool, (tx) =>
      reserveMails(tx, { count, after: last, busy, seconds: pace.hold }),
    );
    // a mail whose time is over may be found by the process that still has it
    const mine = new Set([...sending(), ...reserved].map(({ id }) => id));
    reserved.push(...found.filter(({ id }) => !mine.has(id)));
    reserved.sort((one, other) => Number(one.bulk) - Number(other.bulk));
    last = found.at(-1)?.organization_id ?? last;
    lookAgain = found.length > 0;
  };

  const tryOnce = async (mail: ReservedMail): Promise<void> => {
    const unit: Unit = {
      kind: 'mail',
      name: 'send',
      cause: readCause(mail.cause),
      organizationId: mail.organization_id,
    };
    await runUnit(unit, async () => {
      unit.end = await attempt(mail);
      unit.failed = unit.end === 'failed';
    });
  };

  const attempt = async (mail: ReservedMail): Promise<'sent' | 'settled' | 'delayed' | 'failed'> => {
    const key = { organization_id: mail.organization_id, id: mail.id };
    try {
      const end = await deliverOrganizationMail(
        { ...sendingBy, inTurn: (send) => free.inTurn(mail.domain, send) },
        key,
      );
      if (end === 'sent') await recover(mail.domain);
      else if (end !== 'settled') await putOff(mail.domain, end);
      return typeof end === 'string' ? end : 'delayed';
    } catch (error) {
      // a failed statement names its parameters
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      log.error({ mail: mail.id, err: cause }, 'mail could not be sent');
      // without the database, the mail comes back when this process's time for it is over
      await asWorker(pool, (tx) => markWaiting(tx, key, null)).catch(() => {});
      return 'failed';
    }
  };

  const recover = async (domain: string) => {
    if (!troubled.has(domain) && !troubled.has(everywhere)) return;
    troubled.delete(domain);
    troubled.delete(everywhere);
    await endPause(pool, domain);
  };

  const putOff = async (domain: string, { concerns, message }: Delay) => {
    if (concerns === 'mail' || (concerns === 'domain' && domain === '')) return;
    // closing cuts the connections; no server has refused anything
    if (stopped) return;
    const where = concerns === 'server' ? everywhere : domain;
    troubled.add(where);
    await pauseDomain(pool, where, message);
    const waiting = reserved.filter((mail) => where === everywhere || mail.domain === where);
    await giveBack(waiting);
  };

  const giveBack = async (mails: readonly ReservedMail[]) => {
    for (const mail of mails) reserved.splice(reserved.indexOf(mail), 1);
    if (mails.length > 0) await asWorker(pool, (tx) => releaseReserved(tx, mails));
  };

  const timer = setInterval(look, pace.look);
  look();
  pausedDomains(pool).then(
    (domains) => {
      troubled = new Set([...troubled, ...domains]);
    },
    (error: Error) => log.error({ err: error }, 'paused domains could not be read'),
  );
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await giveBack([...reserved]).catch((error: Error) =>
        log.error({ err: error }, 'mails could not be given back'),
      );
      const ends = Promise.all([...underWay.values()].map(({ end }) => end));
      await Promise.race([ends, wait(PATIENCE, undefined, { ref: false })]);
      if (underWay.size > 0)
        log.warn({ mails: underWay.size }, 'mails under way took too long, and are begun anew elsewhere');
    },
  };
}
