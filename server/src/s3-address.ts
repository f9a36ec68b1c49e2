/** Where files are in S3: `s3://bucket/folder?region=…&endpoint=…&path_style=…`. */
export type S3Address = {
  bucket: string;
  /** Prefix of all keys: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** Of a service other than Amazon's. */
  endpoint?: string;
  /** Whether the bucket is named in the path of requests instead of in their host. */
  pathStyle: boolean;
};

/** How one signs in to S3. */
export type S3Credentials = { accessKeyId: string; secretAccessKey: string };

const parameters = {
  region: /^[a-z0-9-]{1,40}$/,
  endpoint: /^https?:\/\/[^/?#@]+\/?$/,
  path_style: /^(true|false)$/,
};

/** Problems of an `s3:` address; each completes a sentence that begins with the variable's name, and never repeats the value. */
export function faultsOfS3Address(value: string): string[] {
  if (!URL.canParse(value)) return ['must be an address like s3://bucket/folder?region=eu-central-1'];
  const { host, pathname, username, password, hash, searchParams } = new URL(value);
  const faults: string[] = [];
  const names = [...searchParams.keys()];
  if (username || password)
    faults.push('must not hold credentials; they go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host)) faults.push('must name a bucket: s3://bucket');
  // what needs no encoding, so that a key looks the same everywhere
  if (!/^(\/[\w-][\w.-]*)*\/?$/.test(pathname) || hash)
    faults.push('may name a folder after the bucket, of letters, digits, dots, hyphens and slashes only');
  if (names.some((name) => !Object.hasOwn(parameters, name)) || new Set(names).size < names.length)
    faults.push('takes region, endpoint and path_style after the question mark, each once');
  const isRight = (name: keyof typeof parameters) => parameters[name].test(searchParams.get(name) ?? '');
  if (
    searchParams.has('endpoint') &&
    !(isRight('endpoint') && URL.canParse(searchParams.get('endpoint') ?? ''))
  )
    faults.push('must have an http:// or https:// address without a path as its endpoint');
  if (searchParams.has('region') ? !isRight('region') : !searchParams.has('endpoint'))
    faults.push('must name a region, for instance ?region=eu-central-1, or the endpoint of another service');
  if (searchParams.has('path_style') && !isRight('path_style'))
    faults.push('must have true or false as its path_style');
  return faults;
}

/** Reads an address that has no faults. */
export function readS3Address(value: string): S3Address {
  const { host, pathname, searchParams } = new URL(value);
  const folder = pathname.replace(/^\/|\/$/g, '');
  const endpoint = searchParams.get('endpoint');
  return {
    bucket: host,
    prefix: folder && `${folder}/`,
    // what other services take who know no regions
    region: searchParams.get('region') ?? 'us-east-1',
    ...(endpoint && { endpoint }),
    pathStyle: (searchParams.get('path_style') ?? String(endpoint !== null)) === 'true',
  };
}
