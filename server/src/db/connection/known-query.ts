import pg from 'pg';

type Field = { name: string };
type Row = unknown[];

/** What `pg` keeps of a connection, as far as its queries use it. */
type Connection = {
  describe: (of: unknown) => void;
  close(of: { type: 'S'; name: string }): void;
  parsedStatements: Record<string, string>;
};

/** What `pg` keeps of a result while its rows arrive. */
type Result = { fields: Field[]; rows: Row[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown };

type DriverQuery = {
  name?: string | undefined;
  types: unknown;
  _result: Result;
  _results: Result;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: { fields: Field[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleReadyForQuery(connection: Connection): void;
};
type Done = (error: Error | null, result: { rows: Row[] }) => void;

const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[], done: Done) => DriverQuery;
const DriverResult = pg.Result as unknown as new (rowMode: string | undefined, types: unknown) => Result;

/** A query as `pg` takes it. */
export type QueryConfig = {
  text: string;
  name?: string | undefined;
  rowMode?: string | undefined;
  types?: unknown;
};

type Description = Pick<Result, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** Columns of each named statement, by connection; PostgreSQL refuses a plan whose columns have changed. */
const descriptions = new WeakMap<Connection, Map<string, Description>>();

/** Whether the statement that is being sent has columns that are known. */
let isDescribed = false;

/** What is known of a connection, which from now on asks for the columns of no statement whose columns are. */
function descriptionsOf(connection: Connection): Map<string, Description> {
  const known = descriptions.get(connection);
  if (known) return known;
  const describe = connection.describe.bind(connection);
  connection.describe = (of) => {
    if (!isDescribed) describe(of);
  };
  const none = new Map<string, Description>();
  descriptions.set(connection, none);
  return none;
}

/** Limit of prepared statements on a connection, where each costs memory. */
export const MOST_STATEMENTS = 500;

/** Rows of an earlier answer: as they came, and as they were read. */
export type Answer = { raw: (string | null)[][]; rows: Row[] };

/** Where answers are kept until the next one to the same question. */
export type Memory = { recall(): Answer | undefined; keep(answer: Answer): void };

/**
 * A query of a named statement that does not ask for the statement's columns again on the same connection. With a
 * `memory`, an answer of the same text as the one before is the same array: nothing made of it has to be made anew. The
 * rows come from the database every time.
 */
export class KnownQuery extends DriverQuery {
  readonly #memory: Memory | undefined;
  readonly #before: Answer | undefined;
  readonly #raw: (string | null)[][] = [];
  #connection: Connection | undefined;
  #isSame = true;

  constructor(config: QueryConfig, values: unknown[], done: Done, memory?: Memory) {
    // a config would be copied property by property, which takes several times as long as all the rest
    super(config.text, values, done);
    this.name = config.name;
    this.types = config.types;
    this._result = new DriverResult(config.rowMode, config.types);
    this._results = this._result;
    this.#memory = memory;
    this.#before = memory?.recall();
  }

  override prepare(connection: Connection): void {
    this.#connection = connection;
    const isParsed = this.hasBeenParsed(connection);
    if (!isParsed) makeRoom(connection);
    const known = isParsed && descriptionsOf(connection).get(this.name ?? '');
    if (known) {
      const { _result } = this;
      _result.fields = known.fields;
      _result._parsers = known._parsers;
      _result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject;
      this._accumulateRows = true;
    }
    isDescribed = Boolean(known);
    try {
      super.prepare(connection);
    } finally {
      isDescribed = false;
    }
  }

  override handleRowDescription(message: { fields: Field[] }): void {
    super.handleRowDescription(message);
    if (!this.#connection || !this.name) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    descriptionsOf(this.#connection).set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (!this.#memory) {
      super.handleDataRow(message);
      return;
    }
    const at = this.#raw.push(message.fields) - 1;
    const [raw, row] = [this.#before?.raw[at], this.#before?.rows[at]];
    if (raw && row && areSame(raw, message.fields)) {
      this._result.rows.push(row);
      return;
    }
    this.#isSame = false;
    super.handleDataRow(message);
  }

  override handleReadyForQuery(connection: Connection): void {
    if (this.#memory) {
      const before = this.#before;
      if (before && this.#isSame && before.raw.length === this.#raw.length) this._result.rows = before.rows;
      else if (this._result.rows.length === this.#raw.length)
        this.#memory.keep({ raw: this.#raw, rows: this._result.rows });
    }
    super.handleReadyForQuery(connection);
  }
}

/** Closes the statement that was prepared first: filters make ever new ones, which must not crowd out the usual ones. */
function makeRoom(connection: Connection): void {
  const prepared = Object.keys(connection.parsedStatements);
  const [oldest] = prepared;
  if (oldest === undefined || prepared.length < MOST_STATEMENTS) return;
  connection.close({ type: 'S', name: oldest });
  delete connection.parsedStatements[oldest];
  descriptions.get(connection)?.delete(oldest);
}

function areSame(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
