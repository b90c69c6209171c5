import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { isIgnored } from './is-ignored.ts'
import type { PackageFile } from './signature-verdict.ts'

/** The files of a package by path, and the texts a signature over all of them may cover. */
export type PackageManifest = {
  /** sha256 by path, of every file that was sent. */
  all: ReadonlyMap<string, string>
  /** The paths that count. */
  counted: ReadonlySet<string>
  /** Lines sorted as they stand; the canonical form. */
  text: string
  /** The lines of `text` in the order of the paths. */
  byPath: string
  digest: string
  /** Bytes of a file that lists the others, such as SHA256SUMS. */
  lists: readonly { path: string; bytes: Buffer }[]
}

const listName = /^(?:SHA256SUMS?|sha256sums?|CHECKSUMS?|checksums?|MANIFEST|manifest)(?:\.(?:txt|sha256|json))?$/
const MAX_LISTS = 4

/** Reads a package as it was sent; files that match a pattern of `ignore` are not part of the manifest. */
export function packageManifest(files: readonly PackageFile[], ignore: readonly string[]): PackageManifest {
  const all = new Map<string, string>()
  const lists: { path: string; bytes: Buffer }[] = []
  for (const file of files) {
    const bytes = bytesOf(file)
    all.set(file.path, bytes === null ? (file.sha256 ?? '').toLowerCase() : sha256Hex(bytes))
    if (bytes !== null && listName.test(file.path) && lists.length < MAX_LISTS) lists.push({ path: file.path, bytes })
  }
  const counted = new Set([...all.keys()].filter((path) => !isIgnored(path, ignore)))
  const entries = [...counted].map((path) => ({ path, line: `${all.get(path) ?? ''}  ${path}\n` }))
  const joined = (by: (entry: { path: string; line: string }) => string) =>
    entries
      .toSorted((a, b) => Buffer.compare(Buffer.from(by(a)), Buffer.from(by(b))))
      .map(({ line }) => line)
      .join('')
  const text = joined(({ line }) => line)
  return { all, counted, text, byPath: joined(({ path }) => path), digest: sha256Hex(text), lists }
}

function bytesOf({ content, content_base64 }: PackageFile): Buffer | null {
  if (content !== undefined) return Buffer.from(content, 'utf8')
  return content_base64 === undefined ? null : Buffer.from(content_base64, 'base64')
}
