import { type BlobKey, blobKey } from '#shared/blobs/blob-store.ts'

export type MediaVariant = 'full' | 'thumb'

/** A file made by the worker. `key` is its key in the blob store. */
export type MediaFile = { key: string; type: string; bytes: number; width: number; height: number }

/** `full` is the whole file, re-encoded (image) or re-packed (video). Images also have a `thumb`. */
export type MediaFiles = { full: MediaFile; thumb?: MediaFile }

export const MEDIA_VARIANTS: readonly MediaVariant[] = ['full', 'thumb']

/** Key of the uploaded source file, which only the worker reads. */
export const sourceKeyOf = (id: string): BlobKey => blobKey('media', id, 'source')

/** Key of a file made by an attempt. Each attempt has its own keys, so a late one never overwrites a finished file. */
export const fileKeyOf = (id: string, attempt: number, variant: MediaVariant): BlobKey =>
  blobKey('media', id, String(attempt), variant)
