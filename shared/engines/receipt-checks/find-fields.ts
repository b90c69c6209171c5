import { pointerToken } from '../json/json-pointer.ts'
import { isObject } from '../json/json-value.ts'

/** One leaf of a document: its pointer, its own name in lower case without marks, and its value. */
export type Leaf = { path: string; name: string; value: unknown }

const MOST_LEAVES = 5_000

/** Every scalar of a document with its pointer, at most 5,000; the caller has bounded the depth. */
export function leavesOf(document: unknown): Leaf[] {
  const leaves: Leaf[] = []
  const open: { value: unknown; path: string; name: string }[] = [{ value: document, path: '', name: '' }]
  for (let next = open.pop(); next !== undefined && leaves.length < MOST_LEAVES; next = open.pop()) {
    const { value, path, name } = next
    if (!Array.isArray(value) && !isObject(value)) {
      leaves.push({ path, name, value })
      continue
    }
    const members = Object.entries(value).map(([key, member]) => ({
      value: member,
      path: `${path}/${pointerToken(key)}`,
      name: Array.isArray(value) ? name : plainName(key),
    }))
    open.push(...members.toReversed())
  }
  return leaves
}

/** A field's name as it is compared: tx_hash, txHash and TX-Hash are one. */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
