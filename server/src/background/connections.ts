/** Lets mails use the connections to the mail server, so many at once, and fewer of one domain. */
export type Connections = {
  /** Runs `send` when a connection is free for its domain; of those that wait, the first that may. */
  inTurn(domain: string, send: () => Promise<void>): Promise<void>;
  /** Whether mails of late took so little time that the next ones are worth preparing meanwhile. */
  areQuick(): boolean;
};

/** Milliseconds on a connection below which mails are prepared while others are being sent. */
const QUICK = 500;
/** Weight of the latest mail in what mails took of late. */
const LATEST = 0.1;
/** Quick mails that are handed over beyond the connections: they are put together while others are on their way. */
const AHEAD = 4;

/**
 * @param limits connections in all, and of them those that one domain may use; mails without a domain may use all. The
 *   transport opens no more than these, whatever it has been handed
 * @param now the clock, in milliseconds
 */
export function takingConnections(
  { connections, perDomain }: { connections: number; perDomain: number },
  now = () => performance.now(),
): Connections {
  type Waiting = { domain: string; start: () => void };
  const busy: string[] = [];
  const queue: Waiting[] = [];
  let took: number | undefined;

  const areQuick = () => took !== undefined && took < QUICK;
  const mayStart = ({ domain }: Waiting) =>
    busy.length < connections + (areQuick() ? AHEAD : 0) &&
    (domain === '' || busy.filter((other) => other === domain).length < perDomain);
  const letIn = () => {
    for (let at = queue.findIndex(mayStart); at >= 0; at = queue.findIndex(mayStart)) {
      const [next] = queue.splice(at, 1);
      if (!next) return;
      busy.push(next.domain);
      next.start();
    }
  };

  return {
    async inTurn(domain, send) {
      await new Promise<void>((start) => {
        queue.push({ domain, start });
        letIn();
      });
      const began = now();
      try {
        await send();
      } finally {
        const time = now() - began;
        took = took === undefined ? time : took + LATEST * (time - took);
        busy.splice(busy.indexOf(domain), 1);
        letIn();
      }
    },
    areQuick,
  };
}
