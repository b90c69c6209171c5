import { treeRoot, plainHash } from './entry-hash.ts'
import type { Tamper, MemoryInput } from './integrity-verdict.ts'

export type Anchors = { tampered: Tamper[]; isPinned: boolean; since: string[] }

/** Holds the end and the whole against what the caller trusts. */
export function anchorsOf(
  { entries, expected_head, expected_root }: MemoryInput,
  now: { head: string | null; root: string; hashes: readonly string[]; isLinked: boolean },
): Anchors {
  const tampered: Tamper[] = []
  const last = entries.at(-1)?.id ?? ''
  let since: string[] = []
  if (expected_head !== undefined) {
    const wanted = plainHash(expected_head)
    const at = now.isLinked ? now.hashes.lastIndexOf(wanted) : -1
    if (wanted !== now.head && wanted !== now.hashes.at(-1)) {
      if (at >= 0) since = entries.slice(at + 1).map(({ id }) => id)
      else
        tampered.push({
          id: last,
          index: entries.length,
          code: 'missing',
          detail: 'The trusted last hash is not in the list: entries were cut off at the end, or rewritten.',
        })
    }
  }
  const byHash = treeRoot(now.hashes.map((hash) => Buffer.from(hash, 'hex')))
  if (expected_root !== undefined && plainHash(expected_root) !== now.root && plainHash(expected_root) !== byHash) {
    tampered.push({
      id: last,
      index: 0,
      code: 'content_hash_mismatch',
      detail: 'The entries do not have the trusted Merkle root: one was changed, moved, added or taken out.',
    })
  }
  return { tampered, isPinned: expected_head !== undefined || expected_root !== undefined, since }
}
