/**
 * Whether a host of an address is this machine, where nobody listens between: TLS is then not asked for unless the address
 * says so, since a server's certificate names the world's name for it, if it is signed at all.
 */
export const isThisMachine = (host: string): boolean =>
  ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
