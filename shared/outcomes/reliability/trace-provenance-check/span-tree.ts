import { type Span, spanKey } from './span.ts'

/** Spans as trees: who hangs on whom, and what does not fit. Ids are span ids. */
export type SpanTree = {
  byKey: ReadonlyMap<string, Span>
  childrenOf: ReadonlyMap<string, readonly Span[]>
  roots: Span[]
  orphans: Span[]
  cycles: string[][]
  duplicates: Span[]
  traces: string[]
  /** Spans on the longest way from a root. */
  depth: number
  parentOf: (span: Span) => Span | undefined
  /** From a span up, itself first, at most so many; ends where a parent is missing or met again. */
  pathUp: (span: Span, most: number) => Span[]
}

/** Builds the trees. `remoteParent` is a parent elsewhere, as a traceparent names it: its children are roots here. */
export function spanTree(spans: readonly Span[], remoteParent: string | null): SpanTree {
  const byKey = new Map<string, Span>()
  const duplicates: Span[] = []
  for (const span of spans) {
    const key = keyOf(span)
    if (byKey.has(key)) duplicates.push(span)
    else byKey.set(key, span)
  }
  const unique = [...byKey.values()]
  const parentOf = ({ traceId, parentId }: Span) =>
    parentId === null ? undefined : byKey.get(spanKey(traceId, parentId))
  const childrenOf = new Map<string, Span[]>()
  const roots: Span[] = []
  const orphans: Span[] = []
  for (const span of unique) {
    const parent = parentOf(span)
    if (parent !== undefined) {
      const key = keyOf(parent)
      const children = childrenOf.get(key)
      if (children === undefined) childrenOf.set(key, [span])
      else children.push(span)
    } else if (span.parentId === null || span.parentId === remoteParent) roots.push(span)
    else orphans.push(span)
  }
  return {
    byKey,
    childrenOf,
    roots,
    orphans,
    cycles: cyclesIn(unique, parentOf),
    duplicates,
    traces: [...new Set(unique.map(({ traceId }) => traceId))],
    depth: depthBelow([...roots, ...orphans], childrenOf),
    parentOf,
    pathUp: (span, most) => {
      const path = new Set<Span>()
      for (let at: Span | undefined = span; at !== undefined && path.size < most && !path.has(at); at = parentOf(at))
        path.add(at)
      return [...path]
    },
  }
}

export const keyOf = ({ traceId, spanId }: Span) => spanKey(traceId, spanId)

/** Each span has one parent, so following parents finds every cycle: white, grey on this walk, black for good. */
function cyclesIn(spans: readonly Span[], parentOf: (span: Span) => Span | undefined): string[][] {
  const cycles: string[][] = []
  const done = new Set<Span>()
  for (const first of spans) {
    const walk: Span[] = []
    const place = new Map<Span, number>()
    let at: Span | undefined = first
    while (at !== undefined && !done.has(at) && !place.has(at)) {
      place.set(at, walk.length)
      walk.push(at)
      at = parentOf(at)
    }
    const from = at === undefined ? undefined : place.get(at)
    if (from !== undefined) cycles.push(walk.slice(from).map(({ spanId }) => spanId))
    for (const span of walk) done.add(span)
  }
  return cycles
}

function depthBelow(tops: readonly Span[], childrenOf: ReadonlyMap<string, readonly Span[]>): number {
  let depth = 0
  for (let level: readonly Span[] = tops; level.length > 0; depth += 1)
    level = level.flatMap((span) => childrenOf.get(keyOf(span)) ?? [])
  return depth
}
