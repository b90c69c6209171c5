import { createHash } from 'node:crypto'

/** Hashes of a Merkle tree as RFC 6962 (2.1) makes them: SHA-256 with a byte in front that tells leaves from nodes. */
export const leafHash = (data: string | Uint8Array): Buffer => createHash('sha256').update(LEAF).update(data).digest()
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()
/** The root of the tree without leaves. */
export const EMPTY_ROOT = createHash('sha256').digest()

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/** A complete subtree: leaves `position * 2^level` up to the next one. */
export type TreeNode = { level: number; position: number }
/** Leaves from `from` up to, not including, `to`. */
export type LeafRange = { from: number; to: number }

/** The largest power of two below `size`, which is where a tree of `size` leaves splits; `size` is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The complete subtrees that make up a range, from left to right. */
export function nodesOf({ from, to }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = from; at < to;) {
    let level = 0
    let width = 1
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      width *= 2
      level += 1
    }
    nodes.push({ level, position: at / width })
    at += width
  }
  return nodes
}

/** The hash of a range out of the hashes of its complete subtrees, from left to right. */
export const foldNodes = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.length === 0
    ? EMPTY_ROOT
    : hashes.slice(0, -1).reduceRight<Uint8Array>((right, left) => nodeHash(left, right), hashes.at(-1) ?? EMPTY_ROOT)

/** The ranges whose hashes are the audit path of a leaf (RFC 6962, 2.1.1), from the leaf upwards. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  const path = (at: number, { from, to }: LeafRange): LeafRange[] => {
    if (to - from <= 1) return []
    const middle = from + splitOf(to - from)
    return at < middle
      ? [...path(at, { from, to: middle }), { from: middle, to }]
      : [...path(at, { from: middle, to }), { from, to: middle }]
  }
  return path(index, { from: 0, to: size })
}

/** The ranges whose hashes prove that the tree of `size` leaves continues the one of `before` leaves (RFC 6962, 2.1.2). */
export function consistencyRanges(before: number, size: number): LeafRange[] {
  const proof = (m: number, { from, to }: LeafRange, isWhole: boolean): LeafRange[] => {
    if (m === to - from) return isWhole ? [] : [{ from, to }]
    const split = splitOf(to - from)
    const middle = from + split
    return m <= split
      ? [...proof(m, { from, to: middle }, isWhole), { from: middle, to }]
      : [...proof(m - split, { from: middle, to }, false), { from, to: middle }]
  }
  return before === 0 || before === size ? [] : proof(before, { from: 0, to: size }, true)
}
