import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import aws4 from 'aws4';

type Answer = { status: number; body: Buffer | string; headers?: Record<string, string> };
type Send = (response: ServerResponse, answer: Answer, request: IncomingMessage) => void;

/** The one sign-in that the server knows; it protects nothing. */
export const s3Credentials = { accessKeyId: 'VPISNIK', secretAccessKey: 'secret-of-the-test-bucket' };

const bucket = 'pictures';
const region = 'eu-central-1';

/** Milliseconds by which a signature may be old. */
const MOST_SKEW = 15 * 60_000;

/** A bucket on this machine, as a test sees it. */
export type TestBucket = {
  url: string;
  /** Environment variables that make it the storage of an application. */
  variables: Record<string, string>;
  objects: Map<string, Buffer>;
  /** Parts of files that are being sent in several, by the upload's id. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Accepted requests, as `PUT key`. */
  calls: string[];
  /** The most that a list tells at once. */
  pageSize: number;
  /** Sends the answer to a request that has had its effect; a test puts in its place what breaks. */
  send: Send;
  /** Cuts every connection, old and new, as a server that is not there. */
  leave(): void;
  comeBack(): void;
  stop(): Promise<void>;
};

/** Sends an answer whole. */
export const sendWhole: Send = (response, { status, body, headers }) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

/**
 * A server that speaks as much of S3 as we use and believes nothing: each request must be signed (version 4) for its
 * region, as a library computes it that is not the one under test, and hold what its sum says.
 */
export async function startS3(): Promise<TestBucket> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (body) s3.send(response, answer(s3, request, body), request);
  });
  let isAway = false;
  server.on('connection', (socket) => isAway && socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `s3://${bucket}/files?region=${region}&endpoint=http://127.0.0.1:${port}`;
  const s3: TestBucket = {
    url,
    variables: {
      FILES_URL: url,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    },
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    pageSize: 1000,
    send: sendWhole,
    leave: () => {
      isAway = true;
      server.closeAllConnections();
    },
    comeBack: () => {
      isAway = false;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return s3;
}

function answer(s3: TestBucket, request: IncomingMessage, body: Buffer): Answer {
  const { objects, calls, pageSize } = s3;
  const refusal = refusalOf(request, body);
  if (refusal) return problem(403, refusal);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const [, name, ...rest] = pathname.split('/').map(decodeURIComponent);
  if (name !== bucket) return problem(404, 'NoSuchBucket');
  const key = rest.join('/');
  calls.push(`${request.method} ${key}`);
  if (searchParams.has('uploadId') || searchParams.has('uploads'))
    return answerUpload(s3, request.method, key, searchParams, body);
  if (request.method === 'PUT') {
    objects.set(key, body);
    return { status: 200, body: '' };
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return { status: 204, body: '' };
  }
  const object = objects.get(key);
  if (key) return object ? { status: 200, body: object } : problem(404, 'NoSuchKey');
  const after = searchParams.get('start-after') ?? '';
  const below = [...objects.keys()]
    .filter((one) => one.startsWith(searchParams.get('prefix') ?? '') && one > after)
    .sort();
  const shown = below.slice(0, Math.min(pageSize, Number(searchParams.get('max-keys'))));
  const contents = shown.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
  const isTruncated = shown.length < below.length;
  return {
    status: 200,
    body: `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents}</ListBucketResult>`,
  };
}

/** A file sent in parts: it is there when the upload is completed with the sums of its parts, and not before. */
function answerUpload(
  { objects, uploads }: TestBucket,
  method: string | undefined,
  key: string,
  asked: URLSearchParams,
  body: Buffer,
): Answer {
  if (method === 'POST' && asked.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, new Map());
    const said = `<UploadId>${id}</UploadId>`;
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult>${said}</InitiateMultipartUploadResult>`,
    };
  }
  const id = asked.get('uploadId') ?? '';
  const parts = uploads.get(id);
  if (!parts) return problem(404, 'NoSuchUpload');
  if (method === 'PUT') {
    parts.set(Number(asked.get('partNumber')), body);
    return { status: 200, body: '', headers: { etag: etagOf(body) } };
  }
  uploads.delete(id);
  if (method === 'DELETE') return { status: 204, body: '' };
  const named = [
    ...body
      .toString()
      .replaceAll('&quot;', '"')
      .matchAll(/<ETag>([^<]+)<\/ETag><PartNumber>(\d+)</g),
  ];
  const chosen = named.map(([, etag, number]) => ({ etag, part: parts.get(Number(number)) }));
  if (chosen.length === 0 || chosen.some(({ etag, part }) => !part || etagOf(part) !== etag))
    return problem(400, 'InvalidPart');
  // all but the last have the least size that S3 takes
  if (chosen.slice(0, -1).some(({ part }) => (part?.length ?? 0) < 5 * 1024 ** 2))
    return problem(400, 'EntityTooSmall');
  objects.set(key, Buffer.concat(chosen.map(({ part }) => part ?? Buffer.alloc(0))));
  return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

const problem = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${code} of ${s3Credentials.accessKeyId}</Message></Error>`,
});

/** Why a request is not let in, as S3 names it. */
function refusalOf(
  { method = '', url: path = '', headers }: IncomingMessage,
  body: Buffer,
): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?/;
  const [, accessKeyId, , signedRegion, names = ''] = form.exec(headers.authorization ?? '') ?? [];
  if (!accessKeyId) return 'AccessDenied';
  if (accessKeyId !== s3Credentials.accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const said = String(headers['x-amz-date']);
  const at = Date.parse(said.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - at) < MOST_SKEW)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  // the headers that a signature must cover
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !signed.includes(name))) return 'AccessDenied';
  const own = aws4.sign(
    {
      ...{ method, path, region, service: 's3' },
      headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
    },
    s3Credentials,
  );
  const signatureOf = (authorization: unknown) => /Signature=(\w+)$/.exec(String(authorization))?.[1];
  return signatureOf(own.headers?.Authorization) === signatureOf(headers.authorization)
    ? undefined
    : 'SignatureDoesNotMatch';
}
