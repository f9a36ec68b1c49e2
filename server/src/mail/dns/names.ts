import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

/** Questions to name servers. Each answers nothing where there is no record, and throws where no name server answers. */
export type Names = {
  /** Texts of TXT records, each in one piece. */
  txt(name: string): Promise<string[]>;
  /** Names that take a domain's mail, the first to be tried first; with their preference. */
  mx(name: string): Promise<{ priority: number; exchange: string }[]>;
  /** IPv4 and IPv6 addresses of a name. */
  addresses(name: string): Promise<string[]>;
  /** Names of an address. */
  reverse(address: string): Promise<string[]>;
};

/** Milliseconds for an answer, and how often it is asked for. */
const patience = { timeout: 2_000, tries: 2, maxTimeout: 2_000 };

/** No name server has answered, or not with an answer. */
export class NamesUnanswered extends Error {}

/**
 * Asks name servers.
 *
 * @param servers addresses with a port, instead of those of the machine
 */
export function askNames(servers?: string[]): Names {
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);
  const found = async <T>(question: Promise<T[]>): Promise<T[]> => {
    try {
      return await question;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === NODATA || code === NOTFOUND) return [];
      throw new NamesUnanswered(code);
    }
  };
  return {
    txt: async (name) => (await found(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    mx: async (name) =>
      (await found(resolver.resolveMx(name))).toSorted((one, other) => one.priority - other.priority),
    addresses: async (name) =>
      (await Promise.all([found(resolver.resolve4(name)), found(resolver.resolve6(name))])).flat(),
    reverse: (address) => found(resolver.reverse(address)),
  };
}
