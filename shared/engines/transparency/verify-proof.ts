import { nodeHash } from './tree-hash.ts'

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/** Whether an audit path leads from a leaf to a root (RFC 9162, 2.1.3.2). Sizes up to 2^53. */
export function verifyInclusion(
  leaf: Uint8Array,
  { index, size }: { index: number; size: number },
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index < 0 || index >= size) return false
  let [at, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && isSame(hash, root)
}

/** Whether a proof shows that the tree with `root` continues the one with `rootBefore` (RFC 9162, 2.1.4.2). */
export function verifyConsistency(
  { before, size }: { before: number; size: number },
  proof: readonly Uint8Array[],
  rootBefore: Uint8Array,
  root: Uint8Array,
): boolean {
  if (before < 1 || before > size) return false
  if (before === size) return proof.length === 0 && isSame(rootBefore, root)
  const path = isPowerOfTwo(before) ? [rootBefore, ...proof] : [...proof]
  let [at, last] = [before - 1, size - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  const [first, ...rest] = path
  if (first === undefined) return false
  let [older, newer] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      older = nodeHash(hash, older)
      newer = nodeHash(hash, newer)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else newer = nodeHash(newer, hash)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && isSame(older, rootBefore) && isSame(newer, root)
}

const half = (number: number) => Math.floor(number / 2)
const isPowerOfTwo = (number: number) => Number.isInteger(Math.log2(number))
