/**
 * Fetches a picture from a user's URL, protected against SSRF: checks every address on the way, redirects included, before
 * sending to it, and connects to exactly the checked address.
 */
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { limits } from '@vpisnik/contract/rules/limits';
import { invalidFields } from '../errors.ts';
import { takingTurns } from '../turns.ts';
import { isPublicAddress } from './public-address.ts';

const REDIRECTS = 3;
/** The ways out of this process. Tests put a site of their own behind them; the rules are the same. */
export type Network = {
  /** All addresses of a name. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Where a connection to a judged address really goes. */
  endpointOf: (address: string) => { host: string; port: number };
  /** Milliseconds for all of it: names, connections, redirects and the last byte. */
  patience: number;
  /** A certificate authority beside the usual ones. */
  ca?: string;
};

/**
 * Asks name servers over sockets. The usual look-up blocks a thread of the pool that hashing passwords and reading files
 * need, for as long as a name server likes.
 *
 * @param servers instead of those of the machine, in tests
 */
export function askingNameServers(servers?: string[]): Network['resolve'] {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2, maxTimeout: 2_000 });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Pictures that are fetched at once, and that wait: a caller who names slow sites occupies only these. */
const inTurn = takingTurns(4, 16);

/** The internet as it is. */
const internet: Network = {
  resolve: askingNameServers(),
  endpointOf: (address) => ({ host: address, port: 443 }),
  patience: 10_000,
};

const refusal = (code: string) => invalidFields([{ path: 'url', code }]);

/**
 * Gets the bytes of a picture from the web: https on its usual port, public addresses only, three redirects, 5 MB, 10 s.
 *
 * @returns the bytes, whatever they are
 * @throws {AppError} invalid_fields at `url`: invalid_url, url_not_https, url_not_public, url_unreachable,
 *   url_not_found, picture_too_big; unavailable
 */
export function fetchPicture(typed: string, network: Network = internet): Promise<Buffer> {
  return inTurn(() => fetchNow(typed, network));
}

async function fetchNow(typed: string, network: Network): Promise<Buffer> {
  const patience = AbortSignal.timeout(network.patience);
  let url = parsed(typed);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await send(url, await judgedAddress(url, network, patience), network, patience);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return read(answer);
    answer.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) throw refusal('url_not_found');
    if (redirects === REDIRECTS) throw refusal('url_unreachable');
    url = parsed(headers.location, url);
  }
}

function parsed(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw refusal('invalid_url');
  const url = new URL(text, base);
  if (url.protocol !== 'https:' || url.port !== '') throw refusal('url_not_https');
  if (url.username || url.password) throw refusal('invalid_url');
  // an address instead of a name, however it is written: parsing has made 0x7f.1 and 2130706433 into 127.0.0.1
  if (isIP(url.hostname) || url.hostname.startsWith('[')) throw refusal('url_not_public');
  return url;
}

/** One address of the host; a name that also leads somewhere inside is not trusted at all. */
async function judgedAddress({ hostname }: URL, network: Network, patience: AbortSignal): Promise<string> {
  const addresses = await Promise.race([network.resolve(hostname), gaveUp(patience)]).catch(() => {
    throw refusal('url_unreachable');
  });
  const [first] = addresses;
  if (!first) throw refusal('url_unreachable');
  if (!addresses.every(isPublicAddress)) throw refusal('url_not_public');
  // not every server reaches the IPv6 internet
  return addresses.find((one) => isIP(one) === 4) ?? first;
}

function gaveUp(patience: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (patience.aborted) reject(patience.reason);
    patience.addEventListener('abort', () => reject(patience.reason), { once: true });
  });
}

/** Asks the judged address, in the name of the host: its certificate must be the host's. */
function send(url: URL, address: string, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const { host, port } = network.endpointOf(address);
  return new Promise<IncomingMessage>((resolve, reject) => {
    request({
      host,
      port,
      servername: url.hostname,
      path: url.pathname + url.search,
      // no connection that others share, and no proxy
      agent: false,
      signal,
      headers: {
        host: url.hostname,
        accept: 'image/jpeg, image/png, image/gif',
        'accept-encoding': 'identity',
        'user-agent': 'Vpisnik',
      },
      ...(network.ca && { ca: network.ca }),
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  }).catch(() => {
    throw refusal('url_unreachable');
  });
}

/** Reads until there is more than a picture may have. */
async function read(answer: IncomingMessage): Promise<Buffer> {
  const tooBig = () => {
    answer.destroy();
    return refusal('picture_too_big');
  };
  if (Number(answer.headers['content-length']) > limits.pictureBytes) throw tooBig();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.pictureBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw refusal('url_unreachable');
  }
  if (bytes > limits.pictureBytes) throw tooBig();
  return Buffer.concat(chunks);
}
