import { expect, test } from 'vitest';
import { networkOf, networksOf } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::ffff:1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('takes %s for %s', (address, network) => expect(networkOf(address)).toBe(network));

test('counts an address of IPv6 in its house and its company too', () => {
  expect(networksOf('2001:db8:77:abcd::1')).toEqual([
    { network: '2001:db8:77:abcd::/64', visitors: 1 },
    { network: '2001:db8:77:ab00::/56', visitors: 4 },
    { network: '2001:db8:77:0::/48', visitors: 16 },
  ]);
  expect(networksOf('203.0.113.7')).toEqual([{ network: '203.0.113.7', visitors: 1 }]);
});
