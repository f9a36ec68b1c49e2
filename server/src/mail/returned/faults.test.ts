import { expect, test } from 'vitest';
import { faultOf, isOurFault } from './faults.ts';

test.each([
  ['550 5.1.1 no such mailbox', 'mailbox_missing'],
  [
    '550 5.1.1 <ana@a.test>: Recipient address rejected: User unknown in relay recipient table',
    'mailbox_missing',
  ],
  ['550 5.7.1 <ana@a.test>: Recipient address rejected: User unknown', 'mailbox_missing'],
  ['550 User unknown', 'mailbox_missing'],
  ['550 <sender.ip@spf.test>: mailbox unavailable', 'mailbox_missing'],
  ['552 5.2.2 over quota', 'mailbox_full'],
  ['552 5.3.4 message too big', 'not_accepted'],
  ['host 10.5.1.1 said: 550 5.7.1 no', 'not_accepted'],
])('a reply about the recipient names the fault: %s', (said, fault) => {
  expect(faultOf(said)).toBe(fault);
});

test.each([
  '550 5.1.8 <reports@a.test>: Sender address rejected: Domain not found',
  '553 5.1.7 <reports@a.test>: Sender address rejected: not owned by user',
  '450 4.1.8 <reports@a.test>: Sender address rejected: Domain not found',
  '550 <reports@a.test>: Sender address rejected: Domain not found',
  '550 5.1.0 <reports@a.test> Sender rejected',
  '550 Sender address unknown',
  '550 5.7.23 <ana@a.test>: Recipient address rejected: Message rejected due to: SPF fail',
  '554 5.7.1 <ana@a.test>: Recipient address rejected: Access denied',
  '554 5.7.1 <ana@a.test>: Relay access denied',
  '550 IP address rejected, address invalid PTR',
  '550 5.7.26 Unauthenticated mail: your account or domain is invalid by DMARC',
  '554 5.7.1 Message rejected as spam',
  '554 5.7.1 mailbox unavailable for your host',
  '550 Client host rejected: host not found',
])('a reply that may be a distrust of us calls no address dead: %s', (said) => {
  expect(faultOf(said)).toBe('not_accepted');
});

test('what our own server has against the sender is told from what it says of a recipient', () => {
  for (const said of [
    '550 5.1.8 <reports@a.test>: Sender address rejected: Domain not found',
    '553 5.1.7 bad sender syntax',
    '554 5.7.1 <ana@a.test>: Relay access denied',
    '554 5.7.1 <ana@a.test>: Recipient address rejected: Relay access denied',
    '550 relaying denied',
  ])
    expect(isOurFault(said), said).toBe(true);
  for (const said of [
    '550 5.1.1 User unknown',
    '554 5.7.1 Message rejected as spam',
    '550 5.1.1 <ana@a.test>: Recipient address rejected: undeliverable address: host mx.a.test said: 550 5.1.8 Sender address rejected',
    '550 host mx.a.test said: 554 Relay access denied',
  ])
    expect(isOurFault(said), said).toBe(false);
});
