import { entryHash, hashRule, type Entry, plainHash } from './entry-hash.ts'
import type { Tamper } from './integrity-verdict.ts'

const isStart = (hash: string | null | undefined) =>
  hash === null || hash === undefined || hash === '' || /^0{64}$/.test(hash)

export type ChainCheck = { tampered: Tamper[]; hashes: string[]; weak: string[]; isLinked: boolean }

/** The hash each entry stands under: the given one, else its own. */
const standing = (entry: Entry) => (entry.hash === undefined ? entryHash(entry) : plainHash(entry.hash))

/**
 * Checks every given hash against its entry, and every link against its predecessor. A link to another entry of the list
 * means that entries were moved, a link to none that one is gone; an entry without link among linked ones was put in.
 */
export function checkChain(entries: readonly Entry[], isChain: boolean): ChainCheck {
  const hashes = entries.map(standing)
  const places = new Map(hashes.map((hash, index) => [hash, index]))
  const isLinked = isChain && entries.some(({ prev_hash }) => !isStart(prev_hash))
  const tampered: Tamper[] = []
  const weak: string[] = []
  for (const [index, entry] of entries.entries()) {
    const add = (code: Tamper['code'], detail: string) => tampered.push({ id: entry.id, index, code, detail })
    if (entry.hash !== undefined) {
      const rule = hashRule(entry)
      if (rule === 'none') add('content_hash_mismatch', 'The hash is not that of the entry.')
      if (rule === 'content') weak.push(entry.id)
    }
    if (!isLinked) continue
    const before = index === 0 ? null : (hashes[index - 1] ?? null)
    if (
      index === 0 ? isStart(entry.prev_hash) : !isStart(entry.prev_hash) && plainHash(entry.prev_hash ?? '') === before
    )
      continue
    if (index > 0 && isStart(entry.prev_hash)) {
      const isSecondStart = entry.prev_hash !== undefined
      add(
        isSecondStart ? 'chain_break' : 'inserted',
        isSecondStart ? 'The entry starts a chain of its own.' : 'The entry has no link although the others do.',
      )
      continue
    }
    const target = places.get(plainHash(entry.prev_hash ?? ''))
    if (target !== undefined)
      add('reordered', `The link points to the entry at index ${target}, not to the one before.`)
    // What was changed before breaks the link too; it is told once, at the change.
    else if (tampered.some((one) => one.index === index - 1 && one.code === 'content_hash_mismatch')) continue
    else
      add(
        index === 0 ? 'missing' : 'chain_break',
        index === 0
          ? 'The first entry links to one that is not there.'
          : 'The link points to no entry of the list: one is missing or was rewritten.',
      )
  }
  return { tampered, hashes, weak, isLinked }
}
