import { type Check, conclude, type Finding } from '#shared/engines/guard/verdict.ts'
import { dataflowOf } from './dataflow.ts'
import { type Claim, judgeClaims } from './judge-claims.ts'
import { readSpans } from './read-spans.ts'
import { spanTree } from './span-tree.ts'
import { timingFaults } from './span-timing.ts'
import { claimFindings, headerFindings, signatureFindings, timingFindings, treeFindings } from './trace-findings.ts'
import { readTraceparent } from './traceparent.ts'
import { readTracestate } from './tracestate.ts'
import type { TraceVerdict } from './trace-verdict.ts'

export const traceRuleset = 'trace-provenance/2026-11-20'

export type TraceQuestion = {
  spans?: unknown
  traceparent?: string | undefined
  tracestate?: string | undefined
  claims?: readonly Claim[] | undefined
  require?:
    | {
        single_root?: boolean | undefined
        signed?: boolean | undefined
        max_clock_skew_ms?: number | undefined
        public_keys?: readonly string[] | undefined
      }
    | undefined
}

const MOST_LISTED = 500
const NO_SPANS: Finding = {
  decision: 'review',
  code: 'no_spans',
  message: 'There is no span in what was sent, so nothing supports the outputs.',
  path: '/spans',
  next: 'Export the trace again with its spans, then call again.',
}

/** Judges a trace: its headers, its tree, its times, and what every claim rests on. Throws `invalidFields` for no spans. */
export function judgeTrace(question: TraceQuestion): TraceVerdict {
  const {
    single_root: single = true,
    signed = false,
    max_clock_skew_ms: skewMs = 500,
    public_keys: keys,
  } = question.require ?? {}
  const header = question.traceparent === undefined ? null : readTraceparent(question.traceparent)
  const state = question.tracestate === undefined ? null : readTracestate(question.tracestate)
  const spans = question.spans === undefined ? [] : readSpans(question.spans)
  const tree = spanTree(spans, header?.valid === true ? header.parent_id : null)
  const timing = timingFaults(tree, skewMs)
  const flow = dataflowOf(tree)
  const claims = judgeClaims(question.claims ?? [], tree, flow, skewMs)
  const unsigned = signed ? signatureFindings(tree.byKey.values(), keys) : null
  const parts: { id: string; findings: Finding[]; skipped: string | null; good: string }[] = [
    {
      id: 'headers',
      findings: headerFindings(header, state, tree),
      skipped: header === null && state === null ? 'traceparent and tracestate were not given' : null,
      good: 'the headers follow W3C Trace Context',
    },
    {
      id: 'tree',
      findings: question.spans !== undefined && spans.length === 0 ? [NO_SPANS] : treeFindings(tree, single),
      skipped: spans.length === 0 ? 'spans were not given' : null,
      good: `${tree.byKey.size} span(s) hang on ${tree.roots.length} root(s)`,
    },
    {
      id: 'timing',
      findings: timingFindings(timing, tree),
      skipped: spans.every(({ start, end }) => start === null && end === null) ? 'no span has times' : null,
      good: `every child is inside its parent, within ${skewMs} ms`,
    },
    {
      id: 'claims',
      findings: claimFindings(claims),
      skipped: claims.length === 0 ? 'claims were not given' : null,
      good: `${claims.length} claim(s) have a source`,
    },
    {
      id: 'dataflow',
      findings:
        flow.edges > 0 && flow.broken.length > 0
          ? [
              {
                decision: 'review',
                code: 'dataflow_broken',
                message: `${flow.broken.length} span(s) took in something that no earlier span put out.`,
                path: flow.broken[0]?.path,
                evidence: { span_ids: flow.broken.slice(0, 20).map(({ spanId }) => spanId) },
                next: 'Find out where these inputs came from.',
              },
            ]
          : [],
      skipped: flow.edges + flow.broken.length === 0 ? 'no input_digest meets an output_digest' : null,
      good: `${flow.edges} output(s) are the input of a later span`,
    },
    {
      id: 'signatures',
      findings: unsigned ?? [],
      skipped: unsigned === null ? 'require.signed is false' : null,
      good: 'every span is signed',
    },
  ]
  const findings = parts.flatMap((part) => part.findings)
  return {
    ...conclude({
      input: question,
      ruleset: traceRuleset,
      findings,
      checks: parts.map(checkOf),
      proceed: 'Use the outputs; the trace supports them.',
    }),
    traceparent: header,
    tracestate: state,
    tree: {
      roots: ids(tree.roots),
      depth: tree.depth,
      spans: spans.length,
      orphans: ids(tree.orphans),
      cycles: tree.cycles.slice(0, 50).map((cycle) => cycle.slice(0, 100)),
      duplicates: ids(tree.duplicates),
      multiple_traces: tree.traces.length > 1,
    },
    timing,
    claims,
    chain: { dataflow_edges: flow.edges, unbroken: flow.edges > 0 && flow.broken.length === 0 },
    provenance_score: score(),
  }

  function score(): number {
    const all = claims.length + spans.length
    if (all === 0) return header?.valid === true ? 100 : 0
    const inCycle = new Set(tree.cycles.flat())
    const unlinked = new Set([...tree.orphans, ...tree.duplicates])
    const linked = spans.filter((span) => !unlinked.has(span) && !inCycle.has(span.spanId)).length
    const supported = claims.filter(({ status }) => status === 'supported').length
    return Math.floor((100 * (linked + supported)) / all)
  }
}

const ids = (spans: readonly { spanId: string }[]) => spans.slice(0, MOST_LISTED).map(({ spanId }) => spanId)

function checkOf({
  id,
  findings,
  skipped,
  good,
}: {
  id: string
  findings: Finding[]
  skipped: string | null
  good: string
}): Check {
  if (skipped !== null && findings.length === 0) return { id, status: 'skipped', detail: skipped }
  if (findings.length === 0) return { id, status: 'pass', detail: good }
  const isBad = findings.some(({ decision }) => decision === 'block')
  const codes = [...new Set(findings.map(({ code }) => code))].join(', ')
  const onlyNoted = findings.every(({ decision }) => decision === 'allow')
  return { id, status: isBad ? 'fail' : onlyNoted ? 'pass' : 'warn', detail: codes }
}
