import type { DnsRecord, MailDns } from '@vpisnik/contract/mail-queue';
import type { Pools } from '../../db/connection/pools.ts';
import { instantColumn } from '../../db/instants.ts';
import type { Env } from '../../env.ts';
import { dkimRecord, loadDkimKeys, removableFrom, signerOf, stateOf } from '../../identity/keys/dkim-keys.ts';
import { judgeDkim, judgeDmarc, judgeMx, judgeReverse, judgeSpf } from '../../mail/dns/dns-records.ts';
import { askNames, type Names } from '../../mail/dns/names.ts';
import { senderOf } from '../../mail/dns/spf.ts';
import { type ImapAddress, mailboxName } from '../../mail/returned/imap-address.ts';
import { domainOf } from '../../mail/transport.ts';

type Asked = { pools: Pools; env: Env; names: Names | undefined };

/** What DNS must say so that mails arrive and reports come back, and what it says now; without a network, that it can't be asked. */
export async function checkDns({ pools, env, names = askNames() }: Asked): Promise<MailDns> {
  const domain = domainOf(env.mailFrom);
  const senders = env.mailSenders.map(senderOf);
  const keys = await loadDkimKeys(pools.system, env.secretKeys, domain);
  const signing = keys.map(async (key): Promise<DnsRecord> => {
    const until = removableFrom(key);
    return {
      ...(await judgeDkim(names, dkimRecord(domain, key))),
      key: {
        state: stateOf(key),
        since: key.retired_at ?? key.signs_since ?? key.made_at,
        until,
      },
    };
  });
  const reports = env.mailBounces && domainOf(env.mailBounces);
  const others = [
    judgeDmarc(names, domain, env.operator.email),
    ...senders.flatMap((sender) => ('address' in sender ? [judgeReverse(names, sender.address)] : [])),
    // the mailbox's provider has one
    ...(reports && !env.mailBouncesImap ? [judgeMx(names, reports, new URL(env.publicUrl).hostname)] : []),
    ...(reports && reports !== domain ? [judgeSpf(names, 'bounce_spf', reports, senders)] : []),
  ];
  const withoutKey = (record: Omit<DnsRecord, 'key'>): DnsRecord => ({ ...record, key: null });
  const [spf, dkim, rest] = await Promise.all([
    judgeSpf(names, 'spf', domain, senders),
    Promise.all(signing),
    Promise.all(others),
  ]);
  return {
    domain,
    records: [withoutKey(spf), ...dkim, ...rest.map(withoutKey)],
    signs: signerOf(domain, keys) !== undefined,
    reports: env.mailBounces !== undefined || env.mailBouncesImap !== undefined,
    senders: senders.length > 0,
    mailbox: env.mailBouncesImap ? await stateOfMailbox(pools, env.mailBouncesImap) : null,
  };
}

async function stateOfMailbox(pools: Pools, address: ImapAddress): Promise<MailDns['mailbox']> {
  const { rows } = await pools.system.query<{ read_at: string | null; fault: string }>(
    `select ${instantColumn('read_at')} as read_at, fault from report_mailboxes where name = $1`,
    [mailboxName(address)],
  );
  return { host: address.host, ...(rows[0] ?? { read_at: null, fault: '' }) };
}
