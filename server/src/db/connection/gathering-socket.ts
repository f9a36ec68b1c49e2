import { Socket, type SocketConnectOpts } from 'node:net';

/**
 * A database socket that joins the writes of one tick into one. Otherwise each of a request's parallel queries would make a
 * system call of its own, which is most of a query's cost.
 */
export class GatheringSocket extends Socket {
  #gathered: Uint8Array[] = [];

  override connect(...given: unknown[]): this {
    super.connect(...(given as [SocketConnectOpts]));
    // connecting puts the plain way of writing onto the socket itself, over ours
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(chunk: unknown, ...further: unknown[]): boolean {
    if (further.length > 0 || !(chunk instanceof Uint8Array)) {
      this.#send();
      return super.write(...([chunk, ...further] as Parameters<Socket['write']>));
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
