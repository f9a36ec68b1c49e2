import { Socket, type SocketConnectOpts } from 'node:net';

/**
 * A connection to the database that sends what is written in one go as one piece. A request that asks several things
 * at once would otherwise call the operating system for each of them, which is most of what asking costs.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override connect(...given: unknown[]): this {
    super.connect(...(given as [SocketConnectOpts]));
    // connecting puts the plain way of writing onto the socket itself, over ours
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(...given: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return super.write(...(given as Parameters<Socket['write']>));
  }
}
