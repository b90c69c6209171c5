import type { Span } from './span.ts'
import type { SpanTree } from './span-tree.ts'

export const timingCodes = ['end_before_start', 'child_outside_parent', 'clock_skew', 'gap'] as const

export type TimingFault = { span_id: string; code: (typeof timingCodes)[number]; by_ms: number }

const MOST = 200

/**
 * Times that cannot be: a span that ends before it starts, a child outside its parent by more than the skew that is
 * allowed. Within the skew an early start is noted as such. What is asynchronous, or linked to, may outlive its parent.
 */
export function timingFaults(tree: SpanTree, skewMs: number): TimingFault[] {
  const found: TimingFault[] = []
  const linked = new Set([...tree.byKey.values()].flatMap(({ links }) => links))
  for (const span of tree.byKey.values()) {
    if (found.length >= MOST) break
    const add = (code: TimingFault['code'], by: number) =>
      found.push({ span_id: span.spanId, code, by_ms: Math.round(by * 1_000) / 1_000 })
    if (span.start !== null && span.end !== null && span.end < span.start)
      add('end_before_start', span.start - span.end)
    const parent = tree.parentOf(span)
    if (parent === undefined || parent === span) continue
    const isFree = span.isAsync || linked.has(span.spanId) || span.links.includes(parent.spanId)
    judgeAgainst(parent, span, skewMs, isFree, add)
  }
  return found
}

function judgeAgainst(
  parent: Span,
  { start, end }: Span,
  skewMs: number,
  isFree: boolean,
  add: (code: TimingFault['code'], by: number) => void,
): void {
  const early = start === null || parent.start === null ? 0 : parent.start - start
  if (early > 0) add(early > skewMs ? 'child_outside_parent' : 'clock_skew', early)
  if (isFree || parent.end === null) return
  if (start !== null && start - parent.end > skewMs) add('gap', start - parent.end)
  else if (end !== null && end - parent.end > skewMs) add('child_outside_parent', end - parent.end)
}
