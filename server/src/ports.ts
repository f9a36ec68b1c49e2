import { createServer, type Server } from 'node:net';
import { PlainError } from './plain-error.ts';

/** A port that is about to be used, and the variable that changes it. */
export interface WantedPort {
  variable: string;
  port: number;
  host: string;
}

/**
 * Checks that ports are free before anything is started.
 *
 * @throws one error that names every port that can't be had, with the variable to change.
 */
export async function refuseTakenPorts(wanted: WantedPort[]): Promise<void> {
  const held: Server[] = [];
  const problems: string[] = [];
  try {
    for (const { variable, port, host } of wanted) {
      // who opens "localhost" may arrive at either address
      const addresses = host === '127.0.0.1' ? ['127.0.0.1', '::1'] : [host];
      const failures = [];
      for (const address of addresses) failures.push(await tryToHold(port, address, held));
      if (failures.includes('EADDRINUSE'))
        problems.push(`${variable}: port ${port} is taken by another program`);
      if (failures.includes('EACCES')) problems.push(`${variable}: this account may not open port ${port}`);
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  }
  if (problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`).join('\n');
    throw new PlainError(
      `Choose another port by its variable, for instance ${wanted[0]?.variable}=4000:\n${lines}`,
    );
  }
}

/** Finds `count` different ports of this machine that are free at the moment. */
export async function findFreePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  for (let index = 0; index < count; index += 1) await tryToHold(0, '127.0.0.1', held);
  const ports = held.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

function tryToHold(port: number, host: string, held: Server[]): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code));
    server.listen({ port, host, exclusive: true }, () => {
      held.push(server);
      done(undefined);
    });
  });
}
