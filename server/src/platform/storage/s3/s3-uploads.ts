import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'
import { say } from '@bellwether/wire'
import { AppError, isAppError } from '../../errors.ts'

export interface S3Bucket {
  client: S3Client
  Bucket: string
  /** What the names of all objects start with. */
  root: string
  /** The most names in one answer; undefined: as many as the server allows. */
  MaxKeys: number | undefined
}

/** Parts of uploads that a killed server never finished. They cost money and no listing shows them. */
export async function abortOldUploads(
  { client, Bucket, root }: S3Bucket,
  before: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let markers: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
      const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: root, ...markers }))
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (signal.aborted) return
        if (!Initiated || Initiated.getTime() > before) continue
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      }
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return
      markers = {
        KeyMarker: page.NextKeyMarker,
        ...(page.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: page.NextUploadIdMarker }),
      }
    }
  } catch (error) {
    // Some servers can't list them, or remove them by themselves.
    if (!hasName(error, 'NotImplemented', 'NoSuchUpload', 'MethodNotAllowed')) throw toStorageError(error)
  }
}

/** Pure. What the SDK throws has the name that the server gave the error. */
const hasName = (error: unknown, ...names: string[]): boolean =>
  error instanceof Error && names.includes(error.name)

const statusOf = (error: unknown): number | undefined => {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}

/** A missing bucket is a wrong setting, not a missing object. */
export const isNoSuchObject = (error: unknown): boolean =>
  hasName(error, 'NoSuchKey', 'NotFound') || (statusOf(error) === 404 && !hasName(error, 'NoSuchBucket'))

export const isOutsideRange = (error: unknown): boolean =>
  hasName(error, 'InvalidRange') || statusOf(error) === 416

/** The cause only has the name and message of the error, because responses of servers repeat parts of the request. */
export function toStorageError(error: unknown): AppError {
  if (isAppError(error)) return error
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const status = statusOf(error)
  const cause = new Error(status === undefined ? message : `${message} (HTTP ${status})`)
  return new AppError('unavailable', say('server.storage_unavailable'), { retryAfter: 5, cause })
}
