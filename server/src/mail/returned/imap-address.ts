import { isThisMachine } from '../this-machine.ts';

/** A folder of a mailbox, and how one signs in to it. */
export type ImapAddress = {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Whether it is on this machine and spoken to as it is, without TLS. */
  local: boolean;
  user: string;
  password: string;
  folder: string;
};

/** Problems of an `imaps:` address; each completes a sentence that begins with the variable's name, and never repeats the value. */
export function faultsOfImapAddress(value: string): string[] {
  const wanted = 'must be an address like imaps://user:password@imap.example.org/INBOX';
  if (!URL.canParse(value)) return [wanted];
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  if (!['imap:', 'imaps:'].includes(protocol) || hostname === '' || search || hash) return [wanted];
  if (username === '' || password === '') return [`${wanted}, with user and password`];
  return decoded(value) ? [] : ['must write a % in the user, the password or the folder as %25'];
}

/** Reads an address that has no faults. Without a folder it is the INBOX. */
export function readImapAddress(value: string): ImapAddress {
  const { protocol, hostname, port } = new URL(value);
  const secure = protocol === 'imaps:';
  const [user = '', password = '', folder = ''] = decoded(value) ?? [];
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    ...{ host, port: Number(port) || (secure ? 993 : 143), secure, user, password },
    local: isThisMachine(host),
    folder: folder || 'INBOX',
  };
}

/** What a mailbox is called where it is remembered: folder, user and host. */
export const mailboxName = ({ folder, user, host }: ImapAddress): string => `${folder} · ${user} · ${host}`;

function decoded(value: string): string[] | undefined {
  const { username, password, pathname } = new URL(value);
  try {
    return [username, password, pathname.slice(1)].map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
