import { foldNodes, nodeHash, type TreeNode } from './tree-hash.ts'

/** A tree by its size and the hashes of its complete subtrees from left to right, which is all that growing it needs. */
export type TreeHead = { size: number; peaks: readonly Uint8Array[] }
export type Grown = {
  head: TreeHead
  root: Uint8Array
  /** Complete subtrees that came to be, the leaf first. */
  made: (TreeNode & { hash: Uint8Array })[]
}

/** The tree with one more leaf. Subtrees that become complete are merged, as carries ripple through a binary counter. */
export function appendLeaf({ size, peaks }: TreeHead, leaf: Uint8Array): Grown {
  const rest = [...peaks]
  let hash = leaf
  let node: TreeNode = { level: 0, position: size }
  const made = [{ ...node, hash }]
  for (let bits = size; bits % 2 === 1; bits = Math.floor(bits / 2)) {
    const left = rest.pop()
    if (left === undefined) throw new Error('a tree of this size has more subtrees than were given')
    hash = nodeHash(left, hash)
    node = { level: node.level + 1, position: Math.floor(node.position / 2) }
    made.push({ ...node, hash })
  }
  const head = { size: size + 1, peaks: [...rest, hash] }
  return { head, root: foldNodes(head.peaks), made }
}
