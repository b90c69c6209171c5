import { entryHash, type Entry, plainHash } from './entry-hash.ts'
import type { IntegrityVerdict, Tamper } from './integrity-verdict.ts'

/**
 * Compares with the last trusted state: what is gone, changed, moved, or was put between old entries. New entries after the
 * old ones are how a memory grows.
 */
export function comparePrevious(
  entries: readonly Entry[],
  previous: readonly { id: string; hash: string }[],
): { tampered: Tamper[]; diff: NonNullable<IntegrityVerdict['diff']> } {
  const before = new Map(previous.map(({ id, hash }, index) => [id, { hash: plainHash(hash), index }]))
  const now = new Map(entries.map((entry, index) => [entry.id, { entry, index }]))
  const tampered: Tamper[] = []
  const modified: string[] = []
  const added: string[] = []
  const lastOld = entries.findLastIndex(({ id }) => before.has(id))
  let furthest = -1
  for (const [index, entry] of entries.entries()) {
    const old = before.get(entry.id)
    if (old === undefined) {
      added.push(entry.id)
      if (index < lastOld)
        tampered.push({ id: entry.id, index, code: 'inserted', detail: 'A new entry stands between old ones.' })
      continue
    }
    if (old.hash !== entryHash(entry) && old.hash !== plainHash(entry.hash ?? '')) {
      modified.push(entry.id)
      tampered.push({
        id: entry.id,
        index,
        code: 'content_hash_mismatch',
        detail: 'The entry is not the one of the last trusted state.',
      })
    }
    if (old.index < furthest)
      tampered.push({
        id: entry.id,
        index,
        code: 'reordered',
        detail: 'The entry stood elsewhere in the last trusted state.',
      })
    furthest = Math.max(furthest, old.index)
  }
  const removed = previous.filter(({ id }) => !now.has(id)).map(({ id }) => id)
  for (const id of removed)
    tampered.push({
      id,
      index: before.get(id)?.index ?? 0,
      code: 'missing',
      detail: 'The entry of the last trusted state is gone.',
    })
  return { tampered, diff: { added, removed, modified } }
}
