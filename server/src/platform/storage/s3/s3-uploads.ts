import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'
import { hasName, toStorageError } from './s3-error.ts'

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
