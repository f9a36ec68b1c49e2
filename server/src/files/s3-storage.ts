import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
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
  /** For reading, to the last byte: a slow reader holds a connection. */
  read: number;
};

const usual: Patience = { connect: 2_000, silence: 5_000, call: 12_000, read: 60_000 };
/**
 * For large files. Silence ends a reading, as long as that may take otherwise: 4 GB at 2 Mbit/s are four and a half hours. The
 * last limit is for readers who take a byte now and then.
 */
const long: Patience = { connect: 2_000, silence: 30_000, call: 600_000, read: 6 * 3_600_000 };

/** Bytes of a part of a large file: a file may have ten thousand. */
const PART = 16 * 1024 ** 2;

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

  /** Keys below a path in their order, those after one, a thousand at most. */
  const list = async (path: string, most = 1000, after?: string): Promise<string[]> => {
    const wanted = { Bucket, Prefix: prefix + path, MaxKeys: most, ...(after && { StartAfter: after }) };
    const { Contents = [] } = await client
      .send(new ListObjectsV2Command(wanted), within(patience.call))
      .catch(explain);
    return Contents.map(({ Key = '' }) => Key);
  };

  const remove = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }), within(patience.call)).catch(explain);
  };

  const put = (key: string, Body: Buffer) => new PutObjectCommand({ Bucket, Key: prefix + key, Body });

  return {
    put: async (key, data) => {
      await client.send(put(key, data), within(patience.call)).catch(explain);
    },
    putStream: async (key, data, signal) => {
      const ending = () => {
        const { abortSignal } = within(patienceOfLarge.call);
        return { abortSignal: AbortSignal.any([abortSignal, ...(signal ? [signal] : [])]) };
      };
      // a bucket takes what it knows the length of, and a part that is whole can be sent a second time
      const parts = partsOf(data);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      const second = await parts.next();
      if (second.done) {
        await clientOfLarge.send(put(key, first), ending()).catch(explain);
        return;
      }
      const file = { Bucket, Key: prefix + key };
      const { UploadId } = await clientOfLarge
        .send(new CreateMultipartUploadCommand(file), ending())
        .catch(explain);
      try {
        const sent: { ETag: string | undefined; PartNumber: number }[] = [];
        const send = async (Body: Buffer) => {
          const PartNumber = sent.length + 1;
          const part = new UploadPartCommand({ ...file, UploadId, PartNumber, Body });
          sent.push({ ETag: (await clientOfLarge.send(part, ending()).catch(explain)).ETag, PartNumber });
        };
        await send(first);
        await send(second.value);
        for await (const part of parts) await send(part);
        const whole = { ...file, UploadId, MultipartUpload: { Parts: sent } };
        await clientOfLarge.send(new CompleteMultipartUploadCommand(whole), ending()).catch(explain);
      } catch (error) {
        // what a bucket that is away keeps of it, a rule of the bucket must end
        await client
          .send(new AbortMultipartUploadCommand({ ...file, UploadId }), within(patience.call))
          .catch(() => {});
        throw error;
      }
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

    list: async function* () {
      let keys = await list('');
      while (keys.length > 0) {
        yield* keys.map((key) => key.slice(prefix.length));
        keys = await list('', undefined, keys.at(-1));
      }
    },

    delete: (key) => remove(prefix + key),

    deleteAll: async (path) => {
      const below = path.endsWith('/') ? path : `${path}/`;
      let before: string | undefined;
      for (;;) {
        const keys = await list(below);
        if (keys.length === 0) return;
        if (keys[0] === before) throw new Error('S3 keeps what it says is removed');
        before = keys[0];
        // one by one: bulk removal answers 200 whatever happens, and not every service has it
        while (keys.length > 0) await Promise.all(keys.splice(0, AT_ONCE).map(remove));
      }
    },

    check: async () => {
      await list('', 1);
    },
  };
}

/** The bytes of a stream in parts of one size, the last one smaller. */
async function* partsOf(data: Readable): AsyncGenerator<Buffer, undefined> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of data as AsyncIterable<Buffer>) {
    kept.push(chunk);
    bytes += chunk.length;
    while (bytes >= PART) {
      const whole = Buffer.concat(kept);
      yield whole.subarray(0, PART);
      kept = [whole.subarray(PART)];
      bytes -= PART;
    }
  }
  if (bytes > 0) yield Buffer.concat(kept);
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
