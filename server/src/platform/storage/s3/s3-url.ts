import { SettingsError } from '../../config.ts'

export interface S3Place {
  bucket: string
  /** Empty, or with a slash at the end. */
  prefix: string
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string | undefined
}

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

const EXAMPLE = 's3://bucket/folder?endpoint=https://s3.example.edu&region=eu-west-1'
const KNOWN_PARAMETERS = ['endpoint', 'region']

/** Pure. Its errors don't repeat the URL, which may contain a secret. */
export function readS3Url(text: string): { place: S3Place; credentials: S3Credentials | undefined } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '' || url.port !== '' || url.hash !== '')
    throw new SettingsError(`This is not an S3 URL. It should look like ${EXAMPLE}`)
  for (const name of url.searchParams.keys())
    if (!KNOWN_PARAMETERS.includes(name))
      throw new SettingsError(`An S3 URL can't have the parameter ${name}.`)
  const endpoint = url.searchParams.get('endpoint') || undefined
  if (endpoint !== undefined && !isEndpoint(endpoint))
    throw new SettingsError('The endpoint of an S3 URL must be an http(s) URL without a password.')
  const { username, password } = url
  if ((username === '') !== (password === ''))
    throw new SettingsError('An S3 URL needs both keys or none: s3://ACCESS_KEY:SECRET_KEY@bucket/…')
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    place: {
      bucket: url.hostname,
      prefix: folder === '' ? '' : `${folder}/`,
      endpoint: endpoint?.replace(/\/+$/, ''),
      region: url.searchParams.get('region') || undefined,
    },
    credentials:
      username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  }
}

/** Pure. Without credentials: for the installation record, logs and messages. */
export function showS3Place({ bucket, prefix, endpoint, region }: S3Place): string {
  const parameters = Object.entries({ endpoint, region }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}=${encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/')}`],
  )
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return `s3://${bucket}/${encodeURI(prefix)}${query}`
}

/** Pure. The region says how to reach a place, not which one it is. */
export const isSameS3Place = (one: S3Place, other: S3Place): boolean =>
  one.bucket === other.bucket && one.prefix === other.prefix && one.endpoint === other.endpoint

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
