import { pointerToken } from '../json/json-pointer.ts'
import { identityOf, isObject, ownValue, preview } from '../json/json-value.ts'
import { ANNOTATIONS, COMPARED, UNDECIDED_KEYWORDS, WHOLE_KEYWORDS } from './change.rules.ts'
import {
  type Add,
  compareBounds,
  compareObjects,
  compareTypes,
  compareUnions,
  compareValues,
  isSame,
  type RawChange,
} from './compare-keywords.ts'
import type { Pair } from './find-witness.ts'
import type { SchemaSide } from './schema-side.ts'

export type Undecided = { path: string; keyword: string; reason: string; pair: Pair }

const MAX_CHANGES = 2_000
const MAX_NODES = 20_000

/** Walks two schemas side by side and lists what is different, each place once, however references turn. */
export function listChanges(
  oldSide: SchemaSide,
  newSide: SchemaSide,
): { changes: RawChange[]; undecided: Undecided[]; isCut: boolean } {
  const changes: RawChange[] = []
  const undecided: Undecided[] = []
  const seen = new Map<unknown, Set<unknown>>()
  const root: Pair = { old: oldSide.view(oldSide.root), new: newSide.view(newSide.root), path: '', instance: [] }
  const open: Pair[] = [root]
  let nodes = 0
  // First come first served: places near the root are named before those below references.
  for (let next = 0; next < open.length && nodes < MAX_NODES && changes.length < MAX_CHANGES; next += 1) {
    const pair = open[next]
    if (pair === undefined) break
    const met = seen.get(pair.old.node) ?? new Set()
    if (typeof pair.old.node === 'object' && met.has(pair.new.node)) continue
    seen.set(pair.old.node, met.add(pair.new.node))
    nodes += 1
    if (identityOf(pair.old.node) === identityOf(pair.new.node) && !hasReference(pair.old.node)) continue
    compareNode(pair)
    open.push(...childrenOf(pair))
  }
  return { changes, undecided, isCut: nodes >= MAX_NODES || changes.length >= MAX_CHANGES }

  function compareNode(pair: Pair): void {
    const { old, new: next } = pair
    const add: Add = (code, at, before, after, message, more = {}) => {
      if (changes.length < MAX_CHANGES) changes.push({ code, pair, at, old: before, new: after, message, ...more })
    }
    compareTypes(old, next, add)
    compareValues(old, next, add)
    compareBounds(old.flat, next.flat, add)
    for (const keyword of ['pattern', 'format'] as const) {
      const [before, after] = [ownValue(old.flat, keyword), ownValue(next.flat, keyword)]
      if (before === after) continue
      add(
        keyword === 'pattern' ? 'pattern_changed' : 'format_changed',
        `/${keyword}`,
        before,
        after,
        `${keyword} was ${preview(before ?? null)}, is ${preview(after ?? null)}`,
      )
    }
    compareObjects(old.flat, next.flat, add)
    compareUnions(old.flat, next.flat, add)
    const addIfOther = (code: Parameters<Add>[0], keyword: string) => {
      const [before, after] = [ownValue(old.flat, keyword), ownValue(next.flat, keyword)]
      if (!isSame(old.flat, next.flat, keyword)) add(code, `/${keyword}`, before, after, `${keyword} is another`)
    }
    for (const keyword of [...WHOLE_KEYWORDS, 'allOf']) addIfOther('constraint_changed', keyword)
    addIfOther('default_changed', 'default')
    for (const keyword of ['title', 'description']) addIfOther('description_changed', keyword)
    const custom = [...new Set([...Object.keys(old.flat), ...Object.keys(next.flat)])].filter(
      (key) => !COMPARED.has(key) && !ANNOTATIONS.has(key),
    )
    for (const keyword of [...UNDECIDED_KEYWORDS, ...custom]) {
      if (isSame(old.flat, next.flat, keyword)) continue
      const reason = custom.includes(keyword)
        ? 'a custom keyword'
        : 'no single instance can prove what it means for all'
      undecided.push({ path: `${pair.path}/${pointerToken(keyword)}`, keyword, reason, pair })
    }
  }

  function childrenOf({ old, new: next, path, instance }: Pair): Pair[] {
    const found: Pair[] = []
    const pairUp = (
      before: unknown,
      after: unknown,
      at: string,
      kind: 'property' | 'item',
      name: string,
      position = 0,
    ) => {
      const step = { kind, name, position, old, new: next }
      found.push({
        old: oldSide.view(before),
        new: newSide.view(after),
        path: `${path}${at}`,
        instance: [...instance, step],
      })
    }
    const [before, after] = [ownValue(old.flat, 'properties'), ownValue(next.flat, 'properties')]
    if (isObject(before) && isObject(after))
      for (const name of Object.keys(before))
        if (Object.hasOwn(after, name))
          pairUp(before[name], after[name], `/properties/${pointerToken(name)}`, 'property', name)
    const [oldRest, newRest] = [ownValue(old.flat, 'additionalProperties'), ownValue(next.flat, 'additionalProperties')]
    if (isObject(oldRest) && isObject(newRest))
      pairUp(oldRest, newRest, '/additionalProperties', 'property', 'undeclared_member')
    const [oldItems, newItems] = [ownValue(old.flat, 'items'), ownValue(next.flat, 'items')]
    if (isObject(oldItems) && isObject(newItems)) {
      const heads = [ownValue(old.flat, 'prefixItems'), ownValue(next.flat, 'prefixItems')].map((list) =>
        Array.isArray(list) ? list.length : 0,
      )
      pairUp(oldItems, newItems, '/items', 'item', '', Math.max(...heads))
    }
    for (const keyword of ['prefixItems', 'items'] as const) {
      const [oldHead, newHead] = [ownValue(old.flat, keyword), ownValue(next.flat, keyword)]
      if (Array.isArray(oldHead) && Array.isArray(newHead) && oldHead.length === newHead.length)
        for (const at of oldHead.keys()) pairUp(oldHead[at], newHead[at], `/${keyword}/${at}`, 'item', '', at)
    }
    return found
  }
}

const hasReference = (node: unknown) => JSON.stringify(node).includes('Ref"') || JSON.stringify(node).includes('"$ref"')
