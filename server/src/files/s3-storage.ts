import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Address, S3Credentials } from '../s3-address.ts';
import { begun, type Storage, StorageRefusal } from './stored.ts';

/** Milliseconds; people wait for uploads, and clients for thirty seconds. */
export type Patience = {
  /** Until a connection stands. */
  connect: number;
  /** Without a byte in either direction. */
  silence: number;
  /** For anything but reading, tries and all. */
  call: number;
  /** For reading, to the last byte: who reads slowly holds a connection. */
  read: number;
};

const usual: Patience = { connect: 2_000, silence: 5_000, call: 12_000, read: 60_000 };
/** For large files: as long as downloads may take that are sent while they are made (`http/streams.ts`). */
const long: Patience = { connect: 2_000, silence: 30_000, call: 600_000, read: 600_000 };

/** Removals that are under way at once. */
const AT_ONCE = 8;

/**
 * Opens a bucket as storage. A call is tried twice: each of them, done once more, is the same as done once.
 *
 * @param credentials without them those of the machine count, as Amazon's libraries find them
 */
export function openS3(
  { bucket: Bucket, prefix, region, endpoint, pathStyle }: S3Address,
  credentials?: S3Credentials,
  patience = usual,
  patienceOfLarge = long,
): Storage {
  const open = ({ connect, silence }: Patience) =>
    new S3Client({
      region,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      forcePathStyle: pathStyle,
      maxAttempts: 2,
      // the signature covers the body already, and not every service knows the SDK's additional checksums
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connect,
        socketTimeout: silence,
        httpAgent: { maxSockets: 200 },
        httpsAgent: { maxSockets: 200 },
      },
    });
  const client = open(patience);
  const clientOfLarge = open(patienceOfLarge);
  const within = (milliseconds: number) => ({ abortSignal: AbortSignal.timeout(milliseconds) });

  /** Keys below a path, a thousand at most. */
  const list = async (path: string, most = 1000): Promise<string[]> => {
    const { Contents = [] } = await client
      .send(new ListObjectsV2Command({ Bucket, Prefix: prefix + path, MaxKeys: most }), within(patience.call))
      .catch(explain);
    return Contents.map(({ Key = '' }) => Key);
  };

  const put = (key: string, Body: Buffer) => new PutObjectCommand({ Bucket, Key: prefix + key, Body });

  return {
    put: async (key, data) => {
      await client.send(put(key, data), within(patience.call)).catch(explain);
    },
    putStream: async (key, data, signal) => {
      // a bucket takes a file whose length it knows, and one that is whole can be sent a second time
      const whole = await buffer(data);
      const { abortSignal } = within(patienceOfLarge.call);
      await clientOfLarge
        .send(put(key, whole), { abortSignal: AbortSignal.any([abortSignal, ...(signal ? [signal] : [])]) })
        .catch(explain);
    },

    read: async (key, isLarge = false) => {
      try {
        const { Body, ContentLength = 0 } = await (isLarge ? clientOfLarge : client).send(
          new GetObjectCommand({ Bucket, Key: prefix + key }),
          within((isLarge ? patienceOfLarge : patience).read),
        );
        return { stream: await begun(Body as Readable), bytes: ContentLength };
      } catch (error) {
        // a bucket that is not there is another name, and another matter
        if ((error as Error).name === 'NoSuchKey') return undefined;
        return explain(error);
      }
    },

    deleteAll: async (path) => {
      const below = path.endsWith('/') ? path : `${path}/`;
      let before: string | undefined;
      for (;;) {
        const keys = await list(below);
        if (keys.length === 0) return;
        if (keys[0] === before) throw new Error('S3 keeps what it says is removed');
        before = keys[0];
        // one by one: bulk removal answers 200 whatever happens, and not every service has it
        while (keys.length > 0)
          await Promise.all(
            keys
              .splice(0, AT_ONCE)
              .map((Key) =>
                client.send(new DeleteObjectCommand({ Bucket, Key }), within(patience.call)).catch(explain),
              ),
          );
      }
    },

    check: async () => {
      await list('', 1);
    },
  };
}

/** Answers that pass by themselves. */
const passing = [408, 429];

/** Reduces an SDK error, which holds addresses, key names and signed headers, to what the log needs. */
function explain(error: unknown): never {
  const { name, message, code, $metadata } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number; requestId?: string };
  };
  const status = $metadata?.httpStatusCode;
  if (status) {
    const said = `S3 says ${name}, ${status}, request ${$metadata.requestId ?? 'unknown'}`;
    throw status < 500 && status >= 300 && !passing.includes(status)
      ? new StorageRefusal(said)
      : new Error(said);
  }
  if (name === 'CredentialsProviderError')
    throw new StorageRefusal(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing, and the machine has no role',
    );
  throw new Error(`S3 can't be reached: ${code ?? `${name} ${message}`}`);
}
