import type { Dataflow } from './dataflow.ts'
import { instant } from './read-spans.ts'
import { plainDigest, type Span, spanKey } from './span.ts'
import { keyOf, type SpanTree } from './span-tree.ts'

export const claimStatuses = ['supported', 'unsupported', 'broken_reference', 'digest_mismatch'] as const

export type Claim = {
  id: string
  span_ids: readonly string[]
  digest?: string | undefined
  at?: string | number | undefined
  trace_id?: string | undefined
}

export type JudgedClaim = {
  id: string
  status: (typeof claimStatuses)[number]
  spans: string[]
  path_to_root: string[]
  /** Why, as a code; null for a claim with a source. */
  why: string | null
}

const MOST_PATH = 50

/** Judges what each claim rests on: spans that exist, ended well and in time, put out what is claimed, and had a source. */
export function judgeClaims(claims: readonly Claim[], tree: SpanTree, flow: Dataflow, skewMs: number): JudgedClaim[] {
  const hasSource = sourceFinder(tree, flow)
  const byId = Map.groupBy(tree.byKey.values(), ({ spanId }) => spanId)
  return claims.map((claim) => {
    const named = [...new Set(claim.span_ids)]
    const found = named.flatMap((id) =>
      (byId.get(id) ?? [])
        .filter(({ traceId }) => claim.trace_id === undefined || traceId === claim.trace_id)
        .slice(0, 1),
    )
    const [first] = found
    const verdict = judge(claim, named, found, hasSource, skewMs)
    return {
      id: claim.id,
      ...verdict,
      spans: found.map(({ spanId }) => spanId),
      path_to_root: first === undefined ? [] : tree.pathUp(first, MOST_PATH).map(({ spanId }) => spanId),
    }
  })
}

function judge(
  { digest, at }: Claim,
  named: readonly string[],
  found: readonly Span[],
  hasSource: (span: Span) => boolean,
  skewMs: number,
): Pick<JudgedClaim, 'status' | 'why'> {
  if (named.length === 0) return { status: 'unsupported', why: 'no_source_named' }
  if (found.length < named.length) return { status: 'broken_reference', why: 'span_missing' }
  if (digest !== undefined) {
    const outputs = found.flatMap(({ outputDigest }) => outputDigest ?? [])
    if (outputs.length > 0 && !outputs.includes(plainDigest(digest)))
      return { status: 'digest_mismatch', why: 'digest_mismatch' }
    if (outputs.length === 0) return { status: 'unsupported', why: 'digest_not_checkable' }
  }
  if (found.every(({ hasFailed }) => hasFailed)) return { status: 'unsupported', why: 'source_failed' }
  const madeAt = instant(at)
  if (madeAt !== null && found.every(({ end }) => end !== null && end > madeAt + skewMs))
    return { status: 'unsupported', why: 'source_ended_later' }
  return found.some(hasSource)
    ? { status: 'supported', why: null }
    : { status: 'unsupported', why: 'unsupported_source' }
}

/**
 * Whether something brought facts in above, beside, below or into a span: a model's word alone is no source. Made once for
 * a tree, as many claims may rest on one span.
 */
function sourceFinder(tree: SpanTree, flow: Dataflow): (span: Span) => boolean {
  const isSource = ({ role, hasFailed }: Span) => role === 'source' && !hasFailed
  const above = new Set<Span>()
  /** Of each parent the moment its first source among the children ended. */
  const firstBelow = new Map<string, number>()
  const open = [...tree.roots, ...tree.orphans]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of tree.childrenOf.get(keyOf(next)) ?? []) {
      if (above.has(next) || isSource(next)) above.add(child)
      if (isSource(child))
        firstBelow.set(keyOf(next), Math.min(firstBelow.get(keyOf(next)) ?? Infinity, child.end ?? -Infinity))
      open.push(child)
    }
  }
  const known = new Map<Span, boolean>()
  return (span) => {
    const before = known.get(span)
    if (before !== undefined) return before
    const parent = tree.parentOf(span)
    const beside = parent === undefined ? undefined : firstBelow.get(keyOf(parent))
    const found =
      span.role !== 'model' ||
      above.has(span) ||
      firstBelow.has(keyOf(span)) ||
      (beside !== undefined && beside <= (span.end ?? Infinity)) ||
      span.links.some((id) => tree.byKey.get(spanKey(span.traceId, id))?.role === 'source') ||
      flow.isFedBy(span, isSource)
    known.set(span, found)
    return found
  }
}
