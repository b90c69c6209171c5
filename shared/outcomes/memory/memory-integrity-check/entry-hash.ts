import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'

import { leafHash, nodeHash } from '#shared/engines/transparency/tree-hash.ts'

export type Entry = {
  id: string
  content?: unknown
  ts?: string | number | undefined
  author?: string | undefined
  source?: string | undefined
  prev_hash?: string | null | undefined
  hash?: string | undefined
  signature?: string | undefined
  trust?: unknown
}

/** What an entry's hash covers: its own fields but hash, signature and trust, in RFC 8785 form; absent ones are left out. */
export const canonicalEntry = ({ id, content, ts, author, source, prev_hash }: Entry): string =>
  canonicalJson({
    id,
    ...(content === undefined ? {} : { content }),
    ...(ts === undefined ? {} : { ts }),
    ...(author === undefined ? {} : { author }),
    ...(source === undefined ? {} : { source }),
    ...(prev_hash === undefined ? {} : { prev_hash }),
  })

/** SHA-256 hex of the canonical entry. */
export const entryHash = (entry: Entry): string => sha256Hex(canonicalEntry(entry))

/** How a given hash was made: over the whole entry, over its content alone (weak: id, time and link are free), or neither. */
export function hashRule(entry: Entry): 'entry' | 'content' | 'none' {
  const given = entry.hash?.toLowerCase().replace(/^sha256[:-]/, '')
  if (given === entryHash(entry)) return 'entry'
  // Older writers put null where there was no predecessor, or left the link out of the hash.
  if (given === entryHash({ ...entry, prev_hash: entry.prev_hash ?? null })) return 'entry'
  const content = typeof entry.content === 'string' ? entry.content : canonicalJson(entry.content ?? null)
  return given === sha256Hex(content.toWellFormed()) ? 'content' : 'none'
}

/** A running digest over entry hashes: it changes when one is left out, put in, changed or moved. */
export const runningHead = (hashes: readonly string[]): string =>
  hashes.reduce((head, hash) => sha256Hex(head + hash), '0'.repeat(64))

/** The head of an RFC 6962 tree over these leaves, hex; without leaves SHA-256 of nothing. */
export function treeRoot(leaves: readonly (string | Uint8Array)[]): string {
  let level: Uint8Array[] = leaves.map((leaf) => leafHash(leaf))
  if (level.length === 0) return sha256Hex('')
  // Pairing from the left and carrying the odd one up gives the tree of RFC 6962, 2.1.
  while (level.length > 1) {
    const next: Uint8Array[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      if (left !== undefined) next.push(right === undefined ? left : nodeHash(left, right))
    }
    level = next
  }
  return Buffer.from(level[0] ?? []).toString('hex')
}

/** A SHA-256 in lower case, without its prefix. */
export const plainHash = (hash: string) => hash.toLowerCase().replace(/^sha256[:-]/, '')
