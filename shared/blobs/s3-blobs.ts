import { openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { AwsClient } from 'aws4fetch'

import type { BlobKey, BlobStore } from './blob-store.ts'
import { spoolFile } from './spool-file.ts'

export type S3Settings = {
  /** Base URL of the service. The bucket becomes the first path segment, which every S3-compatible service supports. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** For one request, whose body is at most about 20 MB. */
const TIMEOUT_MS = 30_000
const RETRIES = 2

/**
 * Stores blobs in an S3 bucket. Each body is spooled to a file first, because the request signature covers its size and
 * hash. A body that breaks off or is too long never reaches the bucket.
 */
export function s3Blobs({ endpoint, bucket, region, accessKey, secretKey }: S3Settings): BlobStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: RETRIES,
  })
  const base = endpoint.replace(/\/+$/, '')
  const ask = async (method: string, key: BlobKey, more: { headers?: Record<string, string>; body?: Blob } = {}) =>
    client.fetch(`${base}/${bucket}/${key}`, { method, signal: AbortSignal.timeout(TIMEOUT_MS), ...more })

  return {
    async put(key, body, { maxBytes, contentType }) {
      const file = await spoolFile(join(tmpdir(), 'farebox-blobs'), body, maxBytes)
      try {
        const answer = await ask('PUT', key, {
          headers: { 'content-type': contentType, 'x-amz-content-sha256': file.sha256 },
          body: await openAsBlob(file.path),
        })
        await orThrow(answer, 'PUT', key)
        return { bytes: file.bytes, sha256: file.sha256 }
      } finally {
        await file.remove()
      }
    },
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.status === 404) return notThere(answer)
      if (!answer.ok || answer.body === null) return orThrow(answer, 'GET', key)
      return { bytes: Number(answer.headers.get('content-length')), body: answer.body }
    },
    async head(key) {
      const answer = await ask('HEAD', key)
      if (answer.status === 404) return notThere(answer)
      await orThrow(answer, 'HEAD', key)
      return { bytes: Number(answer.headers.get('content-length')) }
    },
    async delete(key) {
      const answer = await ask('DELETE', key)
      if (answer.status !== 404) await orThrow(answer, 'DELETE', key)
    },
  }
}

async function notThere(answer: Response): Promise<null> {
  await answer.body?.cancel()
  return null
}

/** Reads the rest of a response. Throws with the service's status and error code unless it succeeded. */
async function orThrow(answer: Response, method: string, key: BlobKey): Promise<null> {
  const text = await answer.text()
  if (answer.ok) return null
  const code = /<Code>([^<]{1,100})/.exec(text)?.[1] ?? ''
  throw new Error(`the blob store answered ${answer.status} ${code} to ${method} ${key}`)
}
