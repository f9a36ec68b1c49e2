import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePorts, refuseTakenPorts } from './ports.ts';

test('names every taken port with its variable, and lets free ones pass', async () => {
  const [taken = 0, free = 0] = await findFreePorts(2);
  const blocker = createServer();
  await new Promise<void>((done) => blocker.listen(taken, '127.0.0.1', done));
  const wanted = (port: number) => [
    { variable: 'PORT', port: free, host: '127.0.0.1' },
    { variable: 'MAILBOX_PORT', port, host: '127.0.0.1' },
  ];
  await expect(refuseTakenPorts(wanted(taken))).rejects.toThrow(`MAILBOX_PORT: port ${taken} is taken`);
  await new Promise((done) => blocker.close(done));
  await refuseTakenPorts(wanted(taken));
  await expect(refuseTakenPorts(wanted(free))).rejects.toThrow(`MAILBOX_PORT: port ${free} is taken`);
});
