import pg from 'pg';

/** What `pg` keeps of a connection, as far as a step uses it. */
type Connection = { execute(of: { portal: string; rows: number }): void; sync(): void };

/** A query of `pg`, as far as its types tell nothing of it. */
type DriverQuery = {
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: { fields: CursorRow }): void;
  handlePortalSuspended(connection: Connection): void;
};
type Done = (error: Error | null) => void;

const DriverQuery = pg.Query as unknown as new (text: string, values: undefined, done: Done) => DriverQuery;

/** A row of a cursor: its values as PostgreSQL writes them. */
export type CursorRow = (string | null)[];

/**
 * A step along a cursor by the protocol's own message. The statement FETCH would put its rows aside before it sends the first of
 * them, and each of them would become an object; both cost more than finding the rows.
 */
class Step extends DriverQuery {
  readonly found: CursorRow[] = [];
  readonly #cursor: string;
  readonly #most: number;

  constructor(cursor: string, most: number, done: Done) {
    // the text is not sent
    super(`fetch ${most} from ${cursor}`, undefined, done);
    this.#cursor = cursor;
    this.#most = most;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Connection): void {
    connection.execute({ portal: this.#cursor, rows: this.#most });
    // ends this step alone: the cursor stays as long as its transaction, whatever is sent behind
    connection.sync();
  }

  override handleDataRow({ fields }: { fields: CursorRow }): void {
    this.found.push(fields);
  }

  /** There are more rows; who wants them asks for them. */
  override handlePortalSuspended(): void {}
}

/** Reads the next rows of a cursor that was declared on the connection, fewer than `most` at its end. */
export function fetchNext(client: pg.ClientBase, cursor: string, most: number): Promise<CursorRow[]> {
  return new Promise<CursorRow[]>((resolve, reject) => {
    const step: Step = new Step(cursor, most, (error) => (error ? reject(error) : resolve(step.found)));
    client.query(step as unknown as pg.Submittable);
  }).catch((error: Error) => {
    // the stack of the driver ends at its socket
    Error.captureStackTrace(error);
    throw error;
  });
}
