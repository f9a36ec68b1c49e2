/** Number of journeys that run in parallel, each on its own demo. */
export const workers = 2;

/** Address of a journey's demo, and its own ports. */
export interface Place {
  address: string;
  port: number;
  mailboxPort: number;
  smtpPort: number;
  /** For the application behind a hosted provider, and for that provider. */
  hostedPort: number;
  providerPort: number;
  /** Where reports about mails come back to. */
  reportPort: number;
}

/** The place of one worker by its parallel index, which a worker that follows a failed one takes over. */
export function placeOf(index: number): Place {
  const port = Number(process.env.E2E_PORT ?? 4310) + 6 * index;
  return {
    address: `http://localhost:${port}`,
    port,
    mailboxPort: port + 1,
    smtpPort: port + 2,
    hostedPort: port + 3,
    providerPort: port + 4,
    reportPort: port + 5,
  };
}

/** The place of the worker that this code runs in. */
export const here = (): Place => placeOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
