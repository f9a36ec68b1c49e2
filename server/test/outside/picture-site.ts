import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Network } from '../../src/files/fetch-picture.ts';

/** A certificate of pictures.test and all below it, signed by itself; it protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6+wmSgI3aKJcLgvO
tG8PsrXz8iBLKBWs7sma24r3j0GhRANCAATDcAoDiWx2hdQng1KK6oG7FXldJLab
B+pdFIsbzf/4UpPwGChAoSK069v6T4Un2eYgG5Dl9moQ4JaphRFyBCNz
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBsjCCAVigAwIBAgIUXLHs76eLGnvxv9Q84mkZNDZWS9wwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcGljdHVyZXMudGVzdDAgFw0yNjExMjExMTI5NThaGA8yMTI2
MTAyODExMjk1OFowGDEWMBQGA1UEAwwNcGljdHVyZXMudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABMNwCgOJbHaF1CeDUorqgbsVeV0ktpsH6l0UixvN//hS
k/AYKEChIrTr2/pPhSfZ5iAbkOX2ahDglqmFEXIEI3OjfjB8MB0GA1UdDgQWBBQ/
+tSELDtgQLeX4NcfeVu6U7HDwDAfBgNVHSMEGDAWgBQ/+tSELDtgQLeX4NcfeVu6
U7HDwDAPBgNVHRMBAf8EBTADAQH/MCkGA1UdEQQiMCCCDXBpY3R1cmVzLnRlc3SC
DyoucGljdHVyZXMudGVzdDAKBggqhkjOPQQDAgNIADBFAiEAwOMAnYq3RoPz6g+t
LcsTqK7P7+TwopgE8AZ/jNg7o7QCIA9e2lgx8PrYs0PRCkaE6p8v9G3JV3RZxahr
82372XeT
-----END CERTIFICATE-----`;

/** An address of the public internet, as far as rules go. */
export const publicAddress = '93.184.215.14';

/**
 * A real https site of this machine that passes for one of the internet: whatever the names in `names` (and
 * pictures.test) resolve to, connections to public addresses end here.
 */
export async function startPictureSite(answer: RequestListener, names: Record<string, string[]> = {}) {
  const server = createServer({ key, cert }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  /** The addresses that were connected to, in order. */
  const connected: string[] = [];
  const network: Network = {
    resolve: async (hostname) => {
      const addresses = { 'pictures.test': [publicAddress], ...names }[hostname];
      if (!addresses) throw new Error('ENOTFOUND');
      return addresses;
    },
    endpointOf: (address) => {
      connected.push(address);
      return { host: '127.0.0.1', port };
    },
    patience: 10_000,
    ca: cert,
  };
  return {
    network,
    connected,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
