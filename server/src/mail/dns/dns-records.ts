import type { DnsRecord } from '@vpisnik/contract/mail-queue';
import { mailtoOf } from '@vpisnik/contract/rules/limits';
import type { DnsVerdict } from '@vpisnik/contract/rules/mail-dns';
import { type Names, NamesUnanswered } from './names.ts';
import { letsSend, type Sender, spfRecords, spfTerm } from './spf.ts';

/** A record, and the answer of DNS about it. */
type Judged = Omit<DnsRecord, 'key'>;
/** The records under a name, and their verdict. */
type Finding = { found: string[]; verdict: DnsVerdict };

/** Judges what name servers answer; without an answer nothing is known. */
async function judged(
  record: Omit<Judged, 'found' | 'verdict'>,
  look: () => Promise<Finding>,
): Promise<Judged> {
  try {
    return { ...record, ...(await look()) };
  } catch (error) {
    if (!(error instanceof NamesUnanswered)) throw error;
    return { ...record, found: [], verdict: 'unknown' };
  }
}

/** The verdict over texts of which there must be exactly one; `isRight` is asked about that. */
async function oneOf(
  found: string[],
  isRight: (text: string) => Promise<boolean> | boolean,
): Promise<Finding> {
  const [only, ...others] = found;
  if (only === undefined) return { found, verdict: 'missing' };
  return { found, verdict: others.length === 0 && (await isRight(only)) ? 'right' : 'wrong' };
}

/** SPF: which machines may send mail with a domain in the envelope. Without known senders nothing but its form is judged. */
export function judgeSpf(
  names: Names,
  purpose: 'spf' | 'bounce_spf',
  domain: string,
  senders: readonly Sender[],
): Promise<Judged> {
  const wanted = senders.length === 0 ? '' : ['v=spf1', ...senders.map(spfTerm), '-all'].join(' ');
  return judged({ purpose, type: 'TXT', name: domain, wanted }, async () => {
    const finding = await oneOf(spfRecords(await names.txt(domain)), async (record) => {
      // everybody may send: that is no statement
      if (/ \+?all(?: |$)/i.test(record)) return false;
      const allowed = await Promise.all(senders.map((sender) => letsSend(names, domain, sender)));
      return allowed.every(Boolean);
    });
    return senders.length === 0 && finding.verdict === 'right' ? { ...finding, verdict: 'unset' } : finding;
  });
}

/** DKIM: the public half of a key. */
export function judgeDkim(names: Names, { name, value }: { name: string; value: string }): Promise<Judged> {
  return judged({ purpose: 'dkim', type: 'TXT', name, wanted: value }, async () =>
    oneOf(await names.txt(name), (record) => {
      const [found, wanted] = [tagsOf(record), tagsOf(value)];
      return found.get('p') === wanted.get('p') && (found.get('k') ?? 'rsa') === 'rsa';
    }),
  );
}

/** Tags of a record, `v=DKIM1; p=…`; spaces in values mean nothing. */
const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record
      .split(';')
      .map((tag) => tag.replace(/\s+/g, ''))
      .map((tag) => [tag.slice(0, tag.indexOf('=')).toLowerCase(), tag.slice(tag.indexOf('=') + 1)]),
  );

/** DMARC: what receivers do with mail that fails both; a domain without a record has that of the domain above it. */
export function judgeDmarc(names: Names, domain: string, reportTo: string): Promise<Judged> {
  const name = `_dmarc.${domain}`;
  const wanted = `v=DMARC1; p=quarantine; rua=${mailtoOf(reportTo)}`;
  return judged({ purpose: 'dmarc', type: 'TXT', name, wanted }, async () => {
    const labels = domain.split('.');
    for (let above = 0; above <= Math.max(labels.length - 2, 0); above++) {
      const texts = await names.txt(`_dmarc.${labels.slice(above).join('.')}`);
      const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
      if (records.length > 0)
        return await oneOf(records, (record) =>
          /^(?:none|quarantine|reject)$/i.test(tagsOf(record).get('p') ?? ''),
        );
    }
    return { found: [], verdict: 'missing' };
  });
}

/** The reverse name of a machine that sends: large providers ask that it leads back to the address. */
export function judgeReverse(names: Names, address: string): Promise<Judged> {
  return judged({ purpose: 'reverse', type: 'PTR', name: address, wanted: '' }, async () => {
    const found = await names.reverse(address);
    if (found.length === 0) return { found, verdict: 'missing' };
    const back = await Promise.all(found.map((name) => names.addresses(name)));
    return { found, verdict: back.flat().includes(address) ? 'right' : 'wrong' };
  });
}

/** Where reports about mails go: to any machine that there is, since another one may pass them on. */
export function judgeMx(names: Names, domain: string, host: string): Promise<Judged> {
  return judged({ purpose: 'bounce_mx', type: 'MX', name: domain, wanted: `10 ${host}` }, async () => {
    const servers = await names.mx(domain);
    const found = servers.map(({ priority, exchange }) => `${priority} ${exchange}`);
    if (servers.length === 0) return { found, verdict: 'missing' };
    const hosts = servers.map(({ exchange }) => exchange).filter((exchange) => exchange !== '');
    const addresses = await Promise.all(hosts.map((exchange) => names.addresses(exchange)));
    return { found, verdict: addresses.flat().length > 0 ? 'right' : 'wrong' };
  });
}
