import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { appendLeaf, type TreeHead } from './append-leaf.ts'
import {
  consistencyRanges,
  EMPTY_ROOT,
  foldNodes,
  inclusionRanges,
  leafHash,
  type LeafRange,
  nodeHash,
  nodesOf,
} from './tree-hash.ts'
import { verifyConsistency, verifyInclusion } from './verify-proof.ts'

/** The definition of RFC 6962, 2.1, taken literally: what everything else is compared with. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (only === undefined) return EMPTY_ROOT
  if (leaves.length === 1) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, n) => leafHash(`leaf ${n}`))

/** Grows a log as the store does: subtrees that become complete are kept, proofs are made of them. */
function grow(leaves: readonly Uint8Array[]) {
  const nodes = new Map<string, Uint8Array>()
  let head: TreeHead = { size: 0, peaks: [] }
  let root: Uint8Array = EMPTY_ROOT
  for (const leaf of leaves) {
    const grown = appendLeaf(head, leaf)
    for (const { level, position, hash } of grown.made) nodes.set(`${level}/${position}`, hash)
    ;({ head, root } = grown)
  }
  const proof = (ranges: readonly LeafRange[]) =>
    ranges.map((range) =>
      foldNodes(nodesOf(range).map(({ level, position }) => nodes.get(`${level}/${position}`) ?? EMPTY_ROOT)),
    )
  return { root, proof }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const sizes = fc.integer({ min: 1, max: 70 })

describe('a log', () => {
  test('hashes as RFC 6962 publishes', () => {
    expect(hex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hex(leafHash(''))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
    const { root } = grow(inputs.map((input) => leafHash(Buffer.from(input, 'hex'))))
    expect(hex(root)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
  })

  test('has the root of the definition at every size', () => {
    for (let size = 1; size <= 40; size += 1) expect(hex(grow(leavesOf(size)).root)).toBe(hex(rootOf(leavesOf(size))))
  })

  test('proves every leaf, and nothing that is not in it', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, at) => {
        const index = at % size
        const leaves = leavesOf(size)
        const { root, proof } = grow(leaves)
        const path = proof(inclusionRanges(index, size))
        const leaf = leaves[index] ?? EMPTY_ROOT
        expect(verifyInclusion(leaf, { index, size }, path, root)).toBe(true)
        expect(verifyInclusion(leafHash('other'), { index, size }, path, root)).toBe(false)
        expect(verifyInclusion(leaf, { index: size, size }, path, root)).toBe(false)
        expect(verifyInclusion(leaf, { index, size }, [...path, leaf], root)).toBe(false)
        expect(path.length > 0 && verifyInclusion(leaf, { index, size }, path.slice(1), root)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('proves that it only grew', () => {
    fc.assert(
      fc.property(sizes, sizes, (one, other) => {
        const [before, size] = [Math.min(one, other), Math.max(one, other)]
        const earlier = grow(leavesOf(before)).root
        const { root, proof } = grow(leavesOf(size))
        const path = proof(consistencyRanges(before, size))
        expect(verifyConsistency({ before, size }, path, earlier, root)).toBe(true)
        expect(verifyConsistency({ before, size }, path, leafHash('rewritten'), root)).toBe(false)
        expect(verifyConsistency({ before, size }, path, earlier, leafHash('rewritten'))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})
