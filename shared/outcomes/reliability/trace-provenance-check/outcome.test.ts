import { generateKeyPairSync, sign } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { TraceVerdict } from './trace-verdict.ts'
import { Refusal } from '#shared/errors.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { traceProvenanceCheck } from './outcome.ts'

const judge = async (input: Record<string, unknown>) => {
  traceProvenanceCheck.check?.(traceProvenanceCheck.input.parse(input))
  // Safe: `run` parsed its answer by that very schema.
  return (await traceProvenanceCheck.run(input, fakeContext())) as TraceVerdict
}
const codesOf = ({ reasons }: TraceVerdict) => reasons.map(({ code }) => code)

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const span = (span_id: string, parent_span_id?: string, more: Record<string, unknown> = {}) => ({
  trace_id: 't',
  span_id,
  name: span_id,
  start: 0,
  end: 100,
  ...(parent_span_id === undefined ? {} : { parent_span_id }),
  ...more,
})
const tool = { kind: 'tool', output_digest: 'aa' }

test('trace-provenance-check: an export without a span proves nothing', async () => {
  const answer = await judge({ spans: [{ resourceSpans: [] }] })
  expect([answer.decision, codesOf(answer)]).toEqual(['review', ['no_spans']])
})

describe('trace-provenance-check: traceparent', () => {
  test('a valid one is read', async () => {
    const { decision, traceparent } = await judge({ traceparent: PARENT })
    expect(decision).toBe('allow')
    expect(traceparent).toEqual({
      valid: true,
      version: '00',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      parent_id: '00f067aa0ba902b7',
      sampled: true,
      errors: [],
    })
  })

  test.each([
    [PARENT.replace(/^00/, 'ff'), /version ff/],
    [PARENT.toUpperCase(), /uppercase/],
    [PARENT.replace('4bf92f3577b34da6a3ce929d0e0e4736', '0'.repeat(32)), /trace id is all zeros/],
    [PARENT.replace('00f067aa0ba902b7', '0'.repeat(16)), /parent id is all zeros/],
    [`${PARENT}-extra`, /55 characters/],
    [`${PARENT}x`, /not of the form/],
    [PARENT.slice(0, -1), /at least 55/],
    [PARENT.replaceAll('-', '_'), /not of the form/],
    [`${PARENT},${PARENT}`, /more than one/],
    ['', /at least 55/],
  ])('%j is invalid', async (traceparent, why) => {
    const answer = await judge({ traceparent })
    expect(answer.traceparent?.valid).toBe(false)
    expect(answer.traceparent?.errors.join()).toMatch(why)
    expect(answer.decision).toBe('review')
  })

  test('a higher version may have more behind its flags, and nothing else', async () => {
    const valid = async (traceparent: string) => (await judge({ traceparent })).traceparent?.valid
    expect(await valid(`${PARENT.replace(/^00/, 'cc')}-what-will-come`)).toBe(true)
    expect(await valid(PARENT.replace(/^00/, 'cc'))).toBe(true)
    expect(await valid(`${PARENT.replace(/^00/, 'cc')}.what`)).toBe(false)
    expect(await valid(`\t ${PARENT} `)).toBe(true)
  })

  test('only the first flag says sampled', async () => {
    const sampled = async (flags: string) =>
      (await judge({ traceparent: PARENT.replace(/01$/, flags) })).traceparent?.sampled
    expect([await sampled('00'), await sampled('02'), await sampled('ff')]).toEqual([false, false, true])
  })
})

describe('trace-provenance-check: tracestate', () => {
  test.each([
    ['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 2],
    ['fw529a3039@dt=FfAB , a=1', 2],
    ['a=1,,b=2,', 2],
    ['', 0],
  ])('%j is valid', async (tracestate, members) => {
    const answer = await judge({ traceparent: PARENT, tracestate })
    expect(answer.tracestate).toMatchObject({ valid: true, errors: [] })
    expect(answer.tracestate?.members).toHaveLength(members)
  })

  test.each(['A=1', 'a', 'a=1,a=2', 'a=1=2', 'a@b@c=1', '1a=1', 'a= ', `${'k'.repeat(257)}=1`, 'ä=1'])(
    '%j is invalid',
    async (tracestate) => {
      const answer = await judge({ traceparent: PARENT, tracestate })
      expect(answer.tracestate?.valid).toBe(false)
      expect(answer.decision).toBe('review')
    },
  )

  test('has at most 32 members', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=v`).join(',')
    expect((await judge({ traceparent: PARENT, tracestate: members(32) })).tracestate?.valid).toBe(true)
    expect((await judge({ traceparent: PARENT, tracestate: members(33) })).tracestate?.valid).toBe(false)
  })

  test('alone it means nothing', async () => {
    expect(codesOf(await judge({ spans: [span('a')], tracestate: 'a=1' }))).toEqual(['tracestate_alone'])
  })
})

describe('trace-provenance-check: the tree', () => {
  test('one that is whole is allowed', async () => {
    const answer = await judge({ spans: [span('a'), span('b', 'a'), span('c', 'b')] })
    expect(answer).toMatchObject({
      decision: 'allow',
      reasons: [],
      provenance_score: 100,
      tree: { roots: ['a'], depth: 3, spans: 3, orphans: [], cycles: [], duplicates: [], multiple_traces: false },
    })
  })

  test('an orphan blocks, unless its parent is the one traceparent names', async () => {
    const spans = [span('a'), span('b', 'missing')]
    const answer = await judge({ spans })
    expect(answer).toMatchObject({ decision: 'block', tree: { orphans: ['b'] } })
    expect(answer.reasons[0]).toMatchObject({ code: 'orphan_span', path: '/spans/1' })
    const remote = [span('x', '00f067aa0ba902b7', { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' })]
    expect(await judge({ spans: remote, traceparent: PARENT })).toMatchObject({
      decision: 'allow',
      tree: { roots: ['x'], orphans: [] },
    })
    expect(codesOf(await judge({ spans: [span('x')], traceparent: PARENT }))).toEqual(['trace_id_mismatch'])
  })

  test('a parent in another trace is no parent', async () => {
    const spans = [span('a'), span('b', 'a', { trace_id: 'u' })]
    expect(await judge({ spans })).toMatchObject({ decision: 'block', tree: { orphans: ['b'], multiple_traces: true } })
  })

  test('cycles and a span that is its own parent block', async () => {
    const spans = [span('r'), span('a', 'c'), span('b', 'a'), span('c', 'b'), span('self', 'self')]
    const { decision, tree } = await judge({ spans })
    expect(decision).toBe('block')
    expect(tree.cycles.map((cycle) => cycle.toSorted())).toEqual([['a', 'b', 'c'], ['self']])
    expect(tree.roots).toEqual(['r'])
  })

  test('the same id twice blocks', async () => {
    expect(await judge({ spans: [span('a'), span('b', 'a'), span('b', 'a')] })).toMatchObject({
      decision: 'block',
      tree: { duplicates: ['b'] },
    })
  })

  test('several roots are for review, unless they are allowed', async () => {
    const spans = [span('a'), span('b')]
    expect(codesOf(await judge({ spans }))).toEqual(['multiple_roots'])
    expect((await judge({ spans, require: { single_root: false } })).decision).toBe('allow')
  })

  test('OTLP JSON is read, with its times, kinds and services', async () => {
    const otlp = {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] },
          scopeSpans: [
            {
              spans: [
                {
                  traceId: '5b8efff798038103d269b633813fc60c',
                  spanId: 'eee19b7ec3c1b174',
                  parentSpanId: '',
                  name: 'run',
                  kind: 2,
                  startTimeUnixNano: '1544712660000000000',
                  endTimeUnixNano: '1544712661000000000',
                },
                {
                  traceId: '5b8efff798038103d269b633813fc60c',
                  spanId: 'eee19b7ec3c1b175',
                  parentSpanId: 'eee19b7ec3c1b174',
                  name: 'chat',
                  kind: 3,
                  startTimeUnixNano: '1544712660500000000',
                  endTimeUnixNano: '1544712662600000000',
                  status: { code: 2 },
                  attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
                },
              ],
            },
          ],
        },
      ],
    }
    const claims = [{ id: 'c', span_ids: ['eee19b7ec3c1b175'] }]
    const answer = await judge({ spans: otlp, claims })
    expect(answer.tree).toMatchObject({ roots: ['eee19b7ec3c1b174'], spans: 2, depth: 2 })
    expect(answer.timing).toEqual([{ span_id: 'eee19b7ec3c1b175', code: 'child_outside_parent', by_ms: 1_600 }])
    expect(answer.claims).toMatchObject([{ status: 'unsupported', why: 'source_failed' }])
    expect(await judge({ spans: [otlp] })).toMatchObject({ tree: { spans: 2 } })
  })

  test.each([
    [{}, ''],
    [{ spans: [{ name: 'x' }] }, 'spans.0.span_id'],
    [{ spans: { resourceSpans: [{ scopeSpans: [{ spans: ['x'] }] }] } }, 'spans.resourceSpans.0.scopeSpans.0.spans.0'],
    [
      { spans: { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 1 }] }] }] } },
      'spans.resourceSpans.0.scopeSpans.0.spans.0.span_id',
    ],
  ])('%j is refused', async (input, at) => {
    const refusal = await judge(input).catch((error: unknown) => error)
    if (!(refusal instanceof Refusal)) throw new Error('it was not refused')
    expect(refusal.detail.detail).toMatchObject([
      {
        loc: [
          'body',
          ...at
            .split('.')
            .filter(Boolean)
            .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        ],
      },
    ])
  })

  test('more than 5000 spans are refused, however they are sent', () => {
    const many = Array.from({ length: 5_001 }, (_, at) => span(`s${at}`))
    expect(traceProvenanceCheck.input.safeParse({ spans: many }).success).toBe(false)
    expect(() =>
      traceProvenanceCheck.check?.({ spans: { resourceSpans: [{ scopeSpans: [{ spans: many }] }] } }),
    ).toThrow(Refusal)
  })
})

describe('trace-provenance-check: times', () => {
  test.each([
    [
      { start: 50, end: 40 },
      { code: 'end_before_start', by_ms: 10 },
    ],
    [
      { start: 50, end: 700 },
      { code: 'child_outside_parent', by_ms: 600 },
    ],
    [
      { start: -10, end: 50 },
      { code: 'clock_skew', by_ms: 10 },
    ],
    [
      { start: -900, end: 50 },
      { code: 'child_outside_parent', by_ms: 900 },
    ],
    [
      { start: 900, end: 950 },
      { code: 'gap', by_ms: 800 },
    ],
  ])('%j inside 0 to 100', async (times, fault) => {
    const answer = await judge({ spans: [span('a'), span('b', 'a', times)] })
    expect(answer.timing).toEqual([{ span_id: 'b', ...fault }])
    expect(answer.decision).toBe(fault.code === 'clock_skew' ? 'allow' : 'review')
  })

  test('what is asynchronous may outlive its parent', async () => {
    const late = { start: 900, end: 950 }
    for (const more of [{ kind: 'PRODUCER' }, { attributes: { async: true } }, { links: [{ span_id: 'a' }] }])
      expect((await judge({ spans: [span('a'), span('b', 'a', { ...late, ...more })] })).timing).toEqual([])
  })

  test('ISO times, numbers and nanoseconds are the same moments, and the skew is the caller’s', async () => {
    const spans = [
      span('a', undefined, { start: '2026-11-20T12:00:00Z', end: '2026-11-20T12:00:01Z' }),
      span('b', 'a', { start: 1_795_176_000_000, end: 1_795_176_001_200 }),
      span('c', 'a', {
        start_time_unix_nano: '1795176000000000000',
        end_time_unix_nano: '1795176001100000000',
        start: null,
        end: null,
      }),
    ]
    expect((await judge({ spans })).timing).toEqual([])
    const { timing } = await judge({ spans, require: { max_clock_skew_ms: 150 } })
    expect(timing).toEqual([{ span_id: 'b', code: 'child_outside_parent', by_ms: 200 }])
  })
})

describe('trace-provenance-check: claims', () => {
  const spans = [
    span('run'),
    span('search', 'run', { ...tool, start: 0, end: 30 }),
    span('answer', 'run', { kind: 'llm', start: 30, end: 90, input_digest: 'sha256:AA', output_digest: 'bb' }),
    span('failed', 'run', { status: 'error' }),
  ]
  const claim = async (more: Record<string, unknown>, all: unknown[] = spans) => {
    const answer = await judge({ spans: all, claims: [{ id: 'c', span_ids: ['answer'], ...more }] })
    return { ...answer.claims[0], decision: answer.decision, codes: codesOf(answer) }
  }

  test('one with a digest that was recorded is supported, up to the root', async () => {
    expect(await claim({ digest: 'BB' })).toMatchObject({
      status: 'supported',
      spans: ['answer'],
      path_to_root: ['answer', 'run'],
      decision: 'allow',
    })
  })

  test('a digest that differs from output_digest blocks', async () => {
    expect(await claim({ digest: 'cc' })).toMatchObject({
      status: 'digest_mismatch',
      decision: 'block',
      codes: ['digest_mismatch'],
    })
  })

  test.each([
    [{ span_ids: ['nowhere'] }, 'broken_reference', 'block'],
    [{ span_ids: [] }, 'unsupported', 'review'],
    [{ span_ids: ['failed'] }, 'unsupported', 'review'],
    [{ span_ids: ['run'], digest: 'aa' }, 'unsupported', 'review'],
    [{ at: 95 }, 'supported', 'allow'],
  ])('%j is %s', async (more, status, decision) => {
    expect(await claim(more)).toMatchObject({ status, decision })
  })

  test('one that was made before its source ended, beyond the skew, is unsupported', async () => {
    const early = [{ id: 'c', span_ids: ['answer'], at: 10 }]
    expect((await judge({ spans, claims: early })).claims).toMatchObject([{ status: 'supported' }])
    const strict = await judge({ spans, claims: early, require: { max_clock_skew_ms: 50 } })
    expect(strict.claims).toMatchObject([{ status: 'unsupported', why: 'source_ended_later' }])
  })

  test('a model alone is no source; a tool above, beside, below or feeding it is', async () => {
    const model = (parent: string, more: Record<string, unknown> = {}) =>
      span('answer', parent, { kind: 'llm', start: 30, end: 90, ...more })
    expect(await claim({}, [span('run'), model('run')])).toMatchObject({
      why: 'unsupported_source',
      decision: 'review',
    })
    const late = span('tool', 'run', { ...tool, start: 91, end: 95 })
    expect(await claim({}, [span('run'), late, model('run')])).toMatchObject({ why: 'unsupported_source' })
    const failed = span('tool', 'run', { ...tool, start: 0, end: 5, status: 'error' })
    expect(await claim({}, [span('run'), failed, model('run')])).toMatchObject({ why: 'unsupported_source' })
    for (const all of [
      [span('run'), span('tool', 'run', { ...tool, end: 20 }), model('run')],
      [span('run', undefined, { kind: 'retrieval' }), span('mid', 'run'), model('mid')],
      [span('run'), model('run'), span('tool', 'answer', { ...tool, start: 40, end: 50 })],
      [
        span('run'),
        span('mid', 'run'),
        span('tool', 'mid', { ...tool, end: 20 }),
        model('run', { input_digest: 'aa' }),
      ],
    ])
      expect(await claim({}, all)).toMatchObject({ status: 'supported', decision: 'allow' })
  })
})

describe('trace-provenance-check: the chain', () => {
  test('counts outputs that are a later input, and says where it breaks', async () => {
    const spans = [
      span('run', undefined, { input_digest: 'q' }),
      span('a', 'run', { input_digest: 'q', output_digest: 'x', end: 10 }),
      span('b', 'run', { input_digest: 'x', output_digest: 'y', start: 10, end: 20 }),
    ]
    expect((await judge({ spans })).chain).toEqual({ dataflow_edges: 1, unbroken: true })
    const broken = await judge({ spans: [...spans, span('c', 'run', { input_digest: 'z' })] })
    expect(broken.chain).toEqual({ dataflow_edges: 1, unbroken: false })
    expect(codesOf(broken)).toEqual(['dataflow_broken'])
    expect((await judge({ spans: [span('a')] })).chain).toEqual({ dataflow_edges: 0, unbroken: false })
  })
})

describe('trace-provenance-check: signatures', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const signed = (one: Record<string, unknown>) => ({
    ...one,
    signature: sign(null, Buffer.from(canonicalJson(one)), privateKey).toString('base64'),
  })
  const decide = async (one: Record<string, unknown>, keys?: string[]) =>
    codesOf(
      await judge({ spans: [one], require: { signed: true, ...(keys === undefined ? {} : { public_keys: keys }) } }),
    )

  test('are asked for only when required, and checked over the span', async () => {
    expect((await judge({ spans: [span('a')] })).checks.find(({ id }) => id === 'signatures')?.status).toBe('skipped')
    expect(await decide(span('a'))).toEqual(['span_unsigned'])
    expect(await decide(signed(span('a')), [key])).toEqual([])
    expect(await decide(signed({ ...span('a'), public_key: key }))).toEqual([])
    expect(await decide({ ...signed(span('a')), name: 'other' }, [key])).toEqual(['span_bad_signature'])
    expect(await decide(signed(span('a')))).toEqual(['span_unknown_key'])
    expect(await decide(signed({ ...span('a'), public_key: key }), ['00'.repeat(32)])).toEqual(['span_unknown_key'])
  })
})

test('trace-provenance-check: any headers and spans are judged or refused, never a fault', async () => {
  const id = fc.constantFrom('a', 'b', 'c', '', 'x'.repeat(200))
  const time = fc.oneof(fc.double(), fc.string(), fc.constant('2026-11-20T00:00:00Z'), fc.constant('9'.repeat(20)))
  const anySpan = fc.record(
    {
      trace_id: id,
      span_id: id,
      parent_span_id: id,
      start: time,
      end: time,
      kind: fc.constantFrom('llm', 'tool', 3),
      links: fc.array(fc.anything()),
      status: fc.anything(),
      attributes: fc.anything(),
      input_digest: id,
      output_digest: id,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.string(),
      fc.array(anySpan, { minLength: 1, maxLength: 8 }),
      async (traceparent, tracestate, spans) => {
        const answer = await judge({
          traceparent,
          tracestate,
          spans,
          claims: [{ id: 'c', span_ids: ['a', 'b'] }],
        }).catch((error: unknown) => error)
        if (answer instanceof Refusal) return
        if (answer instanceof Error) throw answer
      },
    ),
    { numRuns: 200 },
  )
})

test('trace-provenance-check: five thousand spans in one chain, each fed by the one before, are judged in a blink', async () => {
  const spans = Array.from({ length: 5_000 }, (_, at) => ({
    ...span(`s${at}`, at === 0 ? undefined : `s${at - 1}`),
    kind: at % 2 === 0 ? 'llm' : 'x',
    input_digest: `d${at}`,
    output_digest: `d${at + 1}`,
  }))
  const claims = Array.from({ length: 1_000 }, (_, at) => ({ id: `c${at}`, span_ids: [`s${4_999 - at}`] }))
  const answer = await judge({ spans, claims })
  expect(answer.tree).toMatchObject({ depth: 5_000, spans: 5_000 })
  expect(answer.claims).toHaveLength(1_000)
})
