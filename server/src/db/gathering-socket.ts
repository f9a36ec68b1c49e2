import { Socket, type SocketConnectOpts } from 'node:net';

/**
 * A connection to the database that sends what is written in one go as one piece. A request that asks several things
 * at once would otherwise call the operating system for each of them, which is most of what asking costs.
 */
export class GatheringSocket extends Socket {
  #gathered: Uint8Array[] = [];

  override connect(...given: unknown[]): this {
    super.connect(...(given as [SocketConnectOpts]));
    // connecting puts the plain way of writing onto the socket itself, over ours
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(...given: unknown[]): boolean {
    const [chunk] = given;
    if (given.length > 1 || !(chunk instanceof Uint8Array)) {
      this.#send();
      return super.write(...(given as Parameters<Socket['write']>));
    }
    if (this.#gathered.push(chunk) === 1) process.nextTick(() => this.#send());
    return !this.writableNeedDrain;
  }

  override end(...given: unknown[]): this {
    this.#send();
    return super.end(...(given as []));
  }

  #send(): void {
    const [first, ...others] = this.#gathered;
    if (!first) return;
    this.#gathered = [];
    // a single buffer costs the operating system's interface less than a list of small ones
    super.write(others.length === 0 ? first : Buffer.concat([first, ...others]));
  }
}
