import { PassThrough, pipeline, Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { newUuid } from '../../ids.ts'
import type {
  ByteRange,
  OpenObject,
  StagedObject,
  Storage,
  StorageContent,
  StoredObject,
} from '../storage.ts'
import { isStorageKey, requireStorageKey, requireStoragePrefix, STORAGE_AREAS } from '../storage-key.ts'
import {
  abortOldUploads,
  isNoSuchObject,
  isOutsideRange,
  type S3Bucket,
  toStorageError,
} from './s3-uploads.ts'
import { type S3Credentials, type S3Place, showS3Place } from './s3-url.ts'

export interface S3Options {
  place: S3Place
  /** Without them the SDK looks for a profile or the role of the machine. */
  credentials: S3Credentials | undefined
  /** Only tests set it: how many names one response of the server may list. */
  pageSize?: number
}

/** Held in memory at most twice for each upload. */
const PART_BYTES = 8 * 1024 * 1024
const DELETED_AT_ONCE = 16
/** Beside the areas: contents that have no key yet. */
const STAGING = 'staging/'
const ID_OBJECT = 'storage-id'

export interface S3Storage extends Storage {
  /** The id of the installation whose files are here. */
  readId(): Promise<string | undefined>
  writeId(id: string): Promise<void>
}

/** Objects in a bucket, `<prefix><key>`. */
export function createS3Storage({ place, credentials, pageSize }: S3Options): S3Storage {
  const client = createClient(place, credentials)
  const { bucket: Bucket, prefix: root } = place
  const bucket: S3Bucket = { client, Bucket, root, MaxKeys: pageSize }

  const stage = async (key: string, content: StorageContent): Promise<StagedObject> => {
    requireStorageKey(key)
    const name = STAGING + newUuid()
    const size = await upload(bucket, name, content)
    const discard = () => remove(bucket, name)
    return {
      size,
      async commit() {
        const CopySource = encodeURI(`${Bucket}/${root}${name}`)
        await asStorageError(client.send(new CopyObjectCommand({ Bucket, Key: root + key, CopySource })))
        // If this fails, the next clean-up removes it.
        await discard().catch(() => undefined)
      },
      discard,
    }
  }

  return {
    kind: 's3',
    place: showS3Place(place),
    stage,
    async put(key, content) {
      requireStorageKey(key)
      await upload(bucket, key, content)
    },
    head: async (key) => (isStorageKey(key) ? head(bucket, key) : undefined),
    open: async (key, range) => (isStorageKey(key) ? openObject(bucket, key, range) : undefined),
    remove: async (key) => (isStorageKey(key) ? remove(bucket, key) : undefined),

    async removePrefix(prefix) {
      requireStoragePrefix(prefix, 2)
      let keys: string[] = []
      const flush = async () => {
        await Promise.all(keys.map((key) => remove(bucket, key)))
        keys = []
      }
      for await (const { key } of listNames(bucket, prefix)) {
        keys.push(key)
        if (keys.length >= DELETED_AT_ONCE) await flush()
      }
      await flush()
    },

    async *list(prefix) {
      requireStoragePrefix(prefix)
      for (const one of prefix === '' ? STORAGE_AREAS.map((area) => `${area}/`) : [prefix])
        for await (const object of listNames(bucket, one)) if (isStorageKey(object.key)) yield object
    },

    async removeLeftovers(ageMs, signal) {
      const before = Date.now() - ageMs
      for await (const { key, writtenAt } of listNames(bucket, STAGING)) {
        if (signal.aborted) return
        if (writtenAt <= before) await remove(bucket, key)
      }
      await abortOldUploads(bucket, before, signal)
    },

    async readId() {
      const opened = await openObject(bucket, ID_OBJECT)
      return opened && (await opened.content.setEncoding('utf8').toArray()).join('').trim()
    },
    async writeId(id) {
      await upload(bucket, ID_OBJECT, Buffer.from(`${id}\n`))
    },

    close: async () => client.destroy(),
  }
}

const MAX_SOCKETS = 1000

function createClient({ endpoint, region }: S3Place, credentials: S3Credentials | undefined): S3Client {
  return new S3Client({
    region: region ?? 'us-east-1',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials: withoutUndefined(credentials) }),
    // Many servers besides Amazon's don't know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: 60_000,
      // A slow download keeps its socket: with the default of 50, a few readers would block everything else.
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  })
}

const withoutUndefined = ({ accessKeyId, secretAccessKey, sessionToken }: S3Credentials) => ({
  accessKeyId,
  secretAccessKey,
  ...(sessionToken === undefined ? {} : { sessionToken }),
})

/** Returns the size. Large contents are sent in parts, which are removed if one fails. */
async function upload(
  { client, Bucket, root }: S3Bucket,
  name: string,
  content: StorageContent,
): Promise<number> {
  let size = 0
  let sourceError: { error: unknown } | undefined
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of content instanceof Uint8Array ? [content] : content) {
        size += piece.length
        yield piece
      }
    } catch (error) {
      sourceError = { error }
      throw error
    }
  }
  const Body = Readable.from(counted(), { objectMode: false })
  try {
    await new Upload({
      client,
      params: { Bucket, Key: root + name, Body },
      partSize: PART_BYTES,
      queueSize: 2,
    }).done()
    return size
  } catch (error) {
    // An error of the sender is not the fault of the storage.
    throw sourceError ? sourceError.error : toStorageError(error)
  } finally {
    Body.destroy()
  }
}

async function head({ client, Bucket, root }: S3Bucket, key: string): Promise<StoredObject | undefined> {
  try {
    const response = await client.send(new HeadObjectCommand({ Bucket, Key: root + key }))
    return toObject(key, response.ContentLength, response.ETag, response.LastModified)
  } catch (error) {
    if (isNoSuchObject(error)) return undefined
    throw toStorageError(error)
  }
}

async function openObject(bucket: S3Bucket, key: string, range?: ByteRange): Promise<OpenObject | undefined> {
  const { client, Bucket, root } = bucket
  try {
    const Range = range && `bytes=${range.start}-${range.end}`
    const response = await client.send(new GetObjectCommand({ Bucket, Key: root + key, Range }))
    return {
      ...toObject(key, sizeOf(response), response.ETag, response.LastModified),
      content: streamOf(response),
    }
  } catch (error) {
    if (isNoSuchObject(error)) return undefined
    if (!isOutsideRange(error)) throw toStorageError(error)
    const metadata = await head(bucket, key)
    return metadata && { ...metadata, content: Readable.from([]) }
  }
}

const remove = async ({ client, Bucket, root }: S3Bucket, name: string): Promise<void> => {
  await asStorageError(client.send(new DeleteObjectCommand({ Bucket, Key: root + name })))
}

async function* listNames(
  { client, Bucket, root, MaxKeys }: S3Bucket,
  prefix: string,
): AsyncGenerator<StoredObject> {
  for (let ContinuationToken: string | undefined; ; ) {
    const command = new ListObjectsV2Command({ Bucket, Prefix: root + prefix, ContinuationToken, MaxKeys })
    const page = await asStorageError(client.send(command))
    for (const { Key, Size, ETag, LastModified } of page.Contents ?? [])
      if (Key !== undefined) yield toObject(Key.slice(root.length), Size, ETag, LastModified)
    ContinuationToken = page.NextContinuationToken
    if (ContinuationToken === undefined) return
  }
}

/** The size of the whole object, even if only a part of it was requested. */
function sizeOf({ ContentRange, ContentLength }: GetObjectCommandOutput): number | undefined {
  const [, total] = /\/(\d+)$/.exec(ContentRange ?? '') ?? []
  return total === undefined ? ContentLength : Number(total)
}

function streamOf({ Body }: GetObjectCommandOutput): Readable {
  if (!(Body instanceof Readable)) throw new Error('The S3 client returned no stream')
  // A stream of our own: when the reader leaves, the connection is closed, and its errors are ours.
  const content = new PassThrough()
  pipeline(Body, content, () => undefined)
  return content
}

const toObject = (
  key: string,
  size: number | undefined,
  etag: string | undefined,
  modified: Date | undefined,
): StoredObject => {
  const at = modified?.getTime() ?? 0
  return { key, size: size ?? 0, mark: `${etag ?? ''}-${at}`, writtenAt: at, storedAt: at }
}

async function asStorageError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toStorageError(error)
  }
}
