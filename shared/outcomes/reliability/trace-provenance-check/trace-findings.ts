import type { Finding } from '#shared/engines/guard/verdict.ts'
import type { JudgedClaim } from './judge-claims.ts'
import { unsignedSpans } from './signed-spans.ts'
import type { Span } from './span.ts'
import type { SpanTree } from './span-tree.ts'
import type { TimingFault } from './span-timing.ts'
import type { Traceparent } from './traceparent.ts'
import type { Tracestate } from './tracestate.ts'

const MOST_EACH = 20
const FIX_SPANS = 'Export the trace again with every span it has, then call again.'

export function headerFindings(header: Traceparent | null, state: Tracestate | null, tree: SpanTree): Finding[] {
  const found: Finding[] = []
  if (header?.valid === false)
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'traceparent_invalid',
      message: `The traceparent is invalid: ${header.errors.join('; ')}.`,
      path: '/traceparent',
      next: 'Start a new trace; an invalid traceparent must not be passed on.',
    })
  if (state?.valid === false)
    found.push({
      decision: 'review',
      code: 'tracestate_invalid',
      message: `The tracestate is invalid: ${state.errors.slice(0, 3).join('; ')}.`,
      path: '/tracestate',
      next: 'Drop the tracestate; the traceparent alone carries the trace on.',
    })
  if (state !== null && header === null)
    found.push({
      decision: 'review',
      code: 'tracestate_alone',
      message: 'A tracestate without a traceparent means nothing.',
      path: '/tracestate',
    })
  if (header?.valid === true && tree.byKey.size > 0 && !tree.traces.includes(header.trace_id ?? ''))
    found.push({
      decision: 'review',
      severity: 'medium',
      code: 'trace_id_mismatch',
      message: 'No span belongs to the trace that traceparent names.',
      path: '/traceparent',
      evidence: { expected: header.trace_id, actual: tree.traces.slice(0, 5) },
    })
  return found
}

export function treeFindings(tree: SpanTree, single: boolean): Finding[] {
  const each = (spans: readonly Span[], code: string, message: (span: Span) => string): Finding[] =>
    spans.slice(0, MOST_EACH).map((span) => ({
      decision: 'block',
      code,
      message: message(span),
      path: span.path,
      evidence: { span_id: span.spanId, parent_span_id: span.parentId, of: spans.length },
      next: FIX_SPANS,
    }))
  const found = [
    ...each(tree.orphans, 'orphan_span', () => 'The parent of this span is not in its trace.'),
    ...each(tree.duplicates, 'duplicate_span', () => 'Another span of this trace has the same id.'),
    ...tree.cycles.slice(0, MOST_EACH).map((cycle): Finding => ({
      decision: 'block',
      severity: 'critical',
      code: 'span_cycle',
      message: 'These spans are each other’s ancestors; no such trace can have happened.',
      path: '/spans',
      evidence: { span_ids: cycle.slice(0, 20) },
      next: FIX_SPANS,
    })),
  ]
  if (tree.traces.length > 1)
    found.push({
      decision: 'review',
      code: 'multiple_traces',
      message: `The spans belong to ${tree.traces.length} traces.`,
      path: '/spans',
      evidence: { trace_ids: tree.traces.slice(0, 10) },
      next: 'Check each trace by itself.',
    })
  if (single && tree.traces.length <= 1 && tree.roots.length > 1)
    found.push({
      decision: 'review',
      code: 'multiple_roots',
      message: `The trace has ${tree.roots.length} roots.`,
      path: '/spans',
      evidence: { span_ids: tree.roots.slice(0, 20).map(({ spanId }) => spanId) },
      next: 'Give every span but the first its parent, or send require.single_root false.',
    })
  if (tree.byKey.size > 0 && tree.roots.length === 0 && tree.cycles.length === 0)
    found.push({
      decision: 'review',
      code: 'no_root',
      message: 'No span is a root: the beginning of the trace is missing.',
      path: '/spans',
      next: FIX_SPANS,
    })
  return found
}

export function timingFindings(faults: readonly TimingFault[], tree: SpanTree): Finding[] {
  const pathOf = new Map([...tree.byKey.values()].map(({ spanId, path }) => [spanId, path]))
  return [...Map.groupBy(faults, ({ code }) => code)].map(([code, ones]): Finding => {
    const [worst] = ones.toSorted((a, b) => b.by_ms - a.by_ms)
    return {
      decision: code === 'clock_skew' ? 'allow' : 'review',
      severity: code === 'end_before_start' ? 'medium' : code === 'clock_skew' ? 'info' : 'low',
      code,
      message: `${TIMING[code]} (${ones.length}, at most by ${worst?.by_ms ?? 0} ms).`,
      path: pathOf.get(worst?.span_id ?? ''),
      evidence: ones.slice(0, 10),
      next: 'Compare the clocks of the services that wrote these spans.',
    }
  })
}

const TIMING: Record<TimingFault['code'], string> = {
  end_before_start: 'A span ends before it starts',
  child_outside_parent: 'A span runs outside of its parent',
  clock_skew: 'A span starts before its parent, within the skew that is allowed',
  gap: 'A span starts after its parent has ended',
}

const CLAIMS: Record<string, { decision: Finding['decision']; message: string; next: string }> = {
  span_missing: {
    decision: 'block',
    message: 'names a span that is not in the trace',
    next: 'Do not use this output; its source does not exist.',
  },
  digest_mismatch: {
    decision: 'block',
    message: 'has another digest than what its spans put out',
    next: 'Do not use this output; it is not what the trace recorded.',
  },
  no_source_named: { decision: 'review', message: 'names no span', next: 'Name the spans that support it.' },
  digest_not_checkable: {
    decision: 'review',
    message: 'has a digest, but none of its spans has an output_digest',
    next: 'Record output_digest on the spans that support it.',
  },
  source_failed: {
    decision: 'review',
    message: 'rests on spans that ended with an error only',
    next: 'Run the failed step again before using this output.',
  },
  source_ended_later: {
    decision: 'review',
    message: 'was made before its spans ended',
    next: 'Find out what this output was really made from.',
  },
  unsupported_source: {
    decision: 'review',
    message: 'rests on a model alone: no tool or retrieval span feeds it',
    next: 'Verify this output with a tool or a retrieval, or mark it as unverified.',
  },
}

export function claimFindings(claims: readonly JudgedClaim[]): Finding[] {
  return claims.flatMap(({ id, why, spans }, index): Finding[] => {
    const rule = why === null ? undefined : CLAIMS[why]
    if (why === null || rule === undefined) return []
    return [
      {
        decision: rule.decision,
        severity: rule.decision === 'block' ? 'critical' : why === 'unsupported_source' ? 'low' : 'medium',
        code: why === 'span_missing' ? 'broken_reference' : why,
        message: `Claim ${JSON.stringify(id.slice(0, 60))} ${rule.message}.`,
        path: `/claims/${index}`,
        evidence: { span_ids: spans.slice(0, 10) },
        next: rule.next,
      },
    ]
  })
}

export function signatureFindings(spans: Iterable<Span>, keys: readonly string[] | undefined): Finding[] {
  const bad = unsignedSpans(spans, keys)
  return [...Map.groupBy(bad, ({ why }) => why)].map(([why, ones]) => ({
    decision: 'block' as const,
    code: `span_${why}`,
    message: `${ones.length} span(s) ${UNSIGNED[why]}.`,
    path: ones[0]?.span.path,
    evidence: { span_ids: ones.slice(0, 20).map(({ span }) => span.spanId) },
    next: 'Do not rely on these spans; have them signed by a key that is known.',
  }))
}

const UNSIGNED = {
  unsigned: 'are not signed',
  bad_signature: 'have a signature that does not fit',
  unknown_key: 'are signed by a key that is not among require.public_keys, or name none',
} as const
