import { type BlobKey, blobKey } from '#shared/blobs/blob-store.ts'

export type MediaVariant = 'full' | 'thumb'

/** One file that the worker made: its key in the blob store, its type, its size. */
export type MediaFile = { key: string; type: string; bytes: number; width: number; height: number }

/** `full` is the whole thing, re-encoded (image) or re-packed (video); images have a `thumb` besides. */
export type MediaFiles = { full: MediaFile; thumb?: MediaFile }

export const MEDIA_VARIANTS: readonly MediaVariant[] = ['full', 'thumb']

/** Where the caller's own bytes wait; nothing but the worker reads them. */
export const sourceKeyOf = (id: string): BlobKey => blobKey('media', id, 'source')

/** Each attempt has names of its own, so that a late one never writes over what an earlier one finished. */
export const fileKeyOf = (id: string, attempt: number, variant: MediaVariant): BlobKey =>
  blobKey('media', id, String(attempt), variant)
