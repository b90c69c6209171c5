import { pointerTokens } from './json-pointer.ts'

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation = {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  path: string
  from?: string | undefined
  value?: unknown
}

/** Why a patch was not applied: which operation, and whether a `test` failed or the operation is impossible. */
export type PatchProblem = { index: number; kind: 'test_failed' | 'impossible'; message: string }

/** Characters of JSON that `copy` may add in one patch: copies of copies double at every step. */
const MOST_COPIED = 4_194_304

type Node = Record<string, unknown> | unknown[]
type Root = { value: unknown; copied: number }

/**
 * Applies a JSON Patch to a JSON value, all of it or nothing: the answer is a new value, `document` stays as it is.
 * Numbers compare as numbers, objects without regard to the order of their members (RFC 6902, 4.6).
 */
export function applyPatch(
  document: unknown,
  patch: readonly PatchOperation[],
): { value: unknown } | { problem: PatchProblem } {
  const root: Root = { value: structuredClone(document), copied: 0 }
  for (const [index, operation] of patch.entries()) {
    const problem = applyOne(root, operation)
    if (problem === 'test_failed') {
      return { problem: { index, kind: 'test_failed', message: `the value at "${operation.path}" is another one` } }
    }
    if (problem !== null) return { problem: { index, kind: 'impossible', message: problem } }
  }
  return root
}

/** Null when it worked, else why not. */
function applyOne(root: Root, { op, path, from = '', value }: PatchOperation): string | null {
  switch (op) {
    case 'add':
      return put(root, path, structuredClone(value), true)
    case 'replace':
      return find(root, path) === MISSING ? nothingAt(path) : put(root, path, structuredClone(value), false)
    case 'remove':
      return remove(root, path)
    case 'test': {
      const found = find(root, path)
      if (found === MISSING) return 'test_failed'
      return isSame(found, value) ? null : 'test_failed'
    }
    case 'copy': {
      const found = find(root, from)
      if (found === MISSING) return nothingAt(from)
      root.copied += JSON.stringify(found).length
      return root.copied > MOST_COPIED ? 'the patch copies too much' : put(root, path, structuredClone(found), true)
    }
    case 'move': {
      if (path === from) return find(root, from) === MISSING ? nothingAt(from) : null
      if (path.startsWith(`${from}/`)) return `"${from}" cannot be moved into itself`
      const found = find(root, from)
      if (found === MISSING) return nothingAt(from)
      return remove(root, from) ?? put(root, path, found, true)
    }
  }
}

const MISSING = Symbol('missing')
const nothingAt = (path: string) => `there is nothing at "${path}"`
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function find(root: Root, path: string): unknown {
  const tokens = pointerTokens(path)
  if (tokens === null) return MISSING
  let at: unknown = root.value
  for (const token of tokens) {
    if (!isNode(at)) return MISSING
    const index = Array.isArray(at) ? indexOf(token, at.length - 1) : null
    if (Array.isArray(at)) at = index === null ? MISSING : at[index]
    else at = Object.hasOwn(at, token) ? at[token] : MISSING
    if (at === MISSING) return MISSING
  }
  return at
}

function put(root: Root, path: string, value: unknown, insert: boolean): string | null {
  const tokens = pointerTokens(path)
  if (tokens === null) return `"${path}" is no JSON Pointer`
  const last = tokens.at(-1)
  if (last === undefined) {
    root.value = value
    return null
  }
  const parent = find(root, path.slice(0, path.lastIndexOf('/')))
  if (!isNode(parent)) return nothingAt(path.slice(0, path.lastIndexOf('/')))
  if (!Array.isArray(parent)) {
    Object.defineProperty(parent, last, { value, writable: true, enumerable: true, configurable: true })
    return null
  }
  const index = insert && last === '-' ? parent.length : indexOf(last, insert ? parent.length : parent.length - 1)
  if (index === null) return `"${path}" is outside its array`
  parent.splice(index, insert ? 0 : 1, value)
  return null
}

function remove(root: Root, path: string): string | null {
  if (find(root, path) === MISSING) return nothingAt(path)
  const last = pointerTokens(path)?.at(-1)
  if (last === undefined) {
    root.value = null
    return null
  }
  const parent = find(root, path.slice(0, path.lastIndexOf('/')))
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else if (isNode(parent)) Reflect.deleteProperty(parent, last)
  return null
}

/** An array index as RFC 6901 writes it, at most `most`; null for anything else. */
function indexOf(token: string, most: number): number | null {
  const index = /^(?:0|[1-9]\d{0,9})$/.test(token) ? Number(token) : null
  return index !== null && index <= most ? index : null
}

function isSame(one: unknown, other: unknown): boolean {
  if (!isNode(one) || !isNode(other)) return one === other
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((member, at) => isSame(member, other[at]))
    )
  }
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}
