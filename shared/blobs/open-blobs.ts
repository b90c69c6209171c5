import { join } from 'node:path'

import type { Config } from '#shared/config.ts'

import type { BlobStore } from './blob-store.ts'
import { localBlobs } from './local-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

type BlobSettings = Pick<
  Config,
  | 'DATA_DIR'
  | 'BLOB_DIR'
  | 'BLOB_S3_ENDPOINT'
  | 'BLOB_S3_BUCKET'
  | 'BLOB_S3_REGION'
  | 'BLOB_S3_ACCESS_KEY'
  | 'BLOB_S3_SECRET_KEY'
>

/**
 * Opens the configured store: an S3 bucket when BLOB_S3_ENDPOINT is set, otherwise a folder. Throws when the bucket or
 * its keys are missing.
 */
export function openBlobs(config: BlobSettings): BlobStore {
  const { BLOB_S3_ENDPOINT: endpoint, BLOB_S3_BUCKET: bucket } = config
  const { BLOB_S3_ACCESS_KEY: accessKey, BLOB_S3_SECRET_KEY: secretKey } = config
  if (endpoint === undefined) return localBlobs(config.BLOB_DIR ?? join(config.DATA_DIR, 'blobs'))
  if (bucket === undefined || accessKey === undefined || secretKey === undefined) {
    throw new Error('BLOB_S3_ENDPOINT is set, and with it BLOB_S3_BUCKET, BLOB_S3_ACCESS_KEY and BLOB_S3_SECRET_KEY')
  }
  return s3Blobs({ endpoint, bucket, region: config.BLOB_S3_REGION, accessKey, secretKey })
}
