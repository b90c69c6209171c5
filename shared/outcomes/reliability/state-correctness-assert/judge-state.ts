import { Refusal } from '#shared/errors.ts'

import { kindOf, orderOf } from '#shared/engines/guard/compare-values.ts'
import { inputDigest } from '#shared/engines/guard/input-digest.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import { clip, isDeeperThan, preview } from '#shared/engines/json/json-value.ts'
import type { AssertOp, AssertResult, AssertVerdict } from './assert-verdict.ts'
import { cachedPatterns } from './cached-patterns.ts'
import { holds, PathMissing } from './evaluate-expression.ts'
import { ExpressionError, parseExpression } from './expression.ts'
import { findPlaces, TooMuch } from './find-paths.ts'
import type { Purse } from './find-paths.ts'
import { BadOperand, meets, schemaFailure, wholeOps } from './operators.ts'

export const assertRuleset = 'state-assert/2026-11-20'

export type AssertQuestion = {
  state: unknown
  assertions?:
    | readonly {
        id?: string | undefined
        path: string
        op: AssertOp
        value?: unknown
        severity?: 'error' | 'warning' | undefined
        message?: string | undefined
      }[]
    | undefined
  invariants?: readonly string[] | undefined
  prior_state?: unknown
  transitions?:
    | readonly {
        path: string
        allowed?: Readonly<Record<string, readonly unknown[]>> | undefined
        monotonic?: 'increasing' | 'decreasing' | 'constant' | undefined
      }[]
    | undefined
  schema?: Readonly<Record<string, unknown>> | undefined
}

const MOST_VALUES = 300_000
const MOST_LEVELS = 200
type Outcome = {
  status: AssertResult['status']
  code: string | null
  actual?: unknown
  message: string
  offending?: readonly string[]
}

const pass: Outcome = { status: 'pass', code: null, message: 'holds' }

/** Holds a state against everything that was said about it. What cannot be evaluated counts as failed. */
export function judgeState(question: AssertQuestion): AssertVerdict {
  const { state, prior_state: prior } = question
  if (isDeeperThan(question, MOST_LEVELS))
    throw new Refusal('unprocessable', `The body is nested deeper than ${MOST_LEVELS} levels.`)
  const purse: Purse = { spent: 0, most: MOST_VALUES }
  const matcher = cachedPatterns()
  const results = [
    ...(question.assertions ?? []).map(({ id, path, op, value, severity = 'error', message }, at) =>
      result(
        { id: id ?? `assertion_${at}`, path, op, expected: value ?? null, severity },
        () => asserted(path, op, value),
        message,
      ),
    ),
    ...(question.invariants ?? []).map((source, at) =>
      result({ id: `invariant_${at}`, path: '', op: 'expression', expected: source, severity: 'error' }, () =>
        holds(parseExpression(source), state, purse)
          ? pass
          : failed('invariant_violated', `${clip(source, 200)} does not hold`),
      ),
    ),
    ...(question.transitions ?? []).flatMap(({ path, allowed, monotonic }, at) => [
      ...(allowed === undefined
        ? []
        : [
            result(
              { id: `transition_${at}`, path, op: 'transition', expected: allowed, severity: 'error' as const },
              () => moved(path, allowed),
            ),
          ]),
      ...(monotonic === undefined
        ? []
        : [
            result(
              { id: `monotonic_${at}`, path, op: 'monotonic', expected: monotonic, severity: 'error' as const },
              () => grown(path, monotonic),
            ),
          ]),
    ]),
    ...(question.schema === undefined
      ? []
      : [
          result({ id: 'schema', path: '', op: 'schema', expected: null, severity: 'error' as const }, () =>
            schemaHolds(question.schema),
          ),
        ]),
  ]
  const bad = results.filter(({ status }) => status !== 'pass')
  const skipped = (['assertions', 'invariants', 'transitions', 'schema'] as const).filter(
    (field) => question[field] === undefined,
  )
  return {
    ...conclude({
      input: question,
      ruleset: assertRuleset,
      findings: bad.slice(0, 100).map(({ id, code, severity, message, path, status, offending }) => ({
        decision: severity === 'error' ? 'block' : 'review',
        code: code ?? 'assertion_failed',
        message,
        path: path.startsWith('/') ? `/state${path}` : undefined,
        evidence: { id, status, ...(offending.length === 0 ? {} : { offending }) },
        next:
          severity === 'error'
            ? `Correct the state so that ${id.slice(0, 100)} holds, then call again.`
            : `Have ${id.slice(0, 100)} looked at.`,
      })),
      checks: [
        ...results.slice(0, 500).map(({ id, status, severity, message }) => ({
          id,
          status: status === 'pass' ? ('pass' as const) : severity === 'error' ? ('fail' as const) : ('warn' as const),
          detail: message,
        })),
        ...skipped.map((field) => ({ id: field, status: 'skipped' as const, detail: `${field} was not given` })),
      ],
      proceed: 'Go on; the state is as it should be.',
    }),
    passed: bad.every(({ severity }) => severity === 'warning'),
    results,
    passed_count: results.length - bad.length,
    failed_count: bad.length,
    evaluated: purse.spent,
    state_digest: inputDigest(state),
  }

  function asserted(path: string, op: AssertOp, value: unknown): Outcome {
    const places = findPlaces(state, path, purse)
    if (places === null) throw new BadOperand('path is no JSON pointer')
    const { found, missing, isMany } = places
    if (op === 'absent')
      return found.length === 0
        ? pass
        : failed('present', `${path} is there`, { offending: found.map((one) => one.path) })
    if (missing.length > 0) return failed('path_missing', `${missing[0]} is not in the state`, { offending: missing })
    const isWhole = isMany && wholeOps.has(op)
    const looked = isWhole ? [{ path, value: found.map((one) => one.value) }] : found
    purse.spent += looked.reduce((sum, one) => sum + (Array.isArray(one.value) ? one.value.length : 1), 0)
    if (purse.spent > purse.most) throw new TooMuch()
    const wrong = looked.filter((one) => !meets(op, one.value, value, matcher))
    const [first] = wrong
    if (first === undefined) return { ...pass, actual: isMany ? undefined : found[0]?.value }
    return failed(
      'assertion_failed',
      `${first.path || 'the state'} is ${preview(first.value)}; ${op}${value === undefined ? '' : ` ${preview(value)}`} does not hold`,
      { actual: first.value, offending: wrong.map((one) => one.path) },
    )
  }

  function pairs(path: string): { path: string; was: unknown; is: unknown }[] {
    const [before, after] = [findPlaces(prior, path, purse), findPlaces(state, path, purse)]
    if (before === null || after === null) throw new BadOperand('path is no JSON pointer')
    const missing = after.missing[0] ?? (before.isMany ? undefined : before.missing[0])
    if (missing !== undefined) throw new PathMissing(missing)
    const old = new Map(before.found.map((one) => [one.path, one.value]))
    // A member that is new has no transition behind it.
    return after.found
      .filter((one) => old.has(one.path))
      .map((one) => ({ path: one.path, was: old.get(one.path), is: one.value }))
  }

  function moved(path: string, allowed: Readonly<Record<string, readonly unknown[]>>): Outcome {
    const wrong = pairs(path).filter(({ was, is }) => {
      const [from, to] = [nameOf(was), nameOf(is)]
      const targets = Object.hasOwn(allowed, from) ? (allowed[from] ?? []) : []
      return from !== to && !targets.some((one) => nameOf(one) === to)
    })
    const [first] = wrong
    if (first === undefined) return pass
    return failed(
      'illegal_transition',
      `${first.path} went from ${preview(first.was)} to ${preview(first.is)}, which is no allowed step`,
      { actual: first.is, offending: wrong.map((one) => one.path) },
    )
  }

  function grown(path: string, direction: 'increasing' | 'decreasing' | 'constant'): Outcome {
    const wrong = pairs(path).filter(({ was, is }) => {
      if (direction === 'constant') return nameOf(was) !== nameOf(is)
      const order = orderOf(is, was)
      return order === null || (direction === 'increasing' ? order < 0 : order > 0)
    })
    const [first] = wrong
    if (first === undefined) return pass
    return failed(
      'not_monotonic',
      `${first.path} went from ${preview(first.was)} to ${preview(first.is)}; it must be ${direction}`,
      { actual: first.is, offending: wrong.map((one) => one.path) },
    )
  }

  function schemaHolds(schema: unknown): Outcome {
    const failure = schemaFailure(schema, state)
    return failure === null
      ? pass
      : failed('schema_violated', clip(`${failure.count} failure(s): ${failure.message}`, 500))
  }
}

const nameOf = (value: unknown) =>
  typeof value === 'string'
    ? value
    : kindOf(value) === 'object' || Array.isArray(value)
      ? inputDigest(value)
      : String(value)

const failed = (code: string, message: string, more: Pick<Outcome, 'actual' | 'offending'> = {}): Outcome => ({
  status: 'fail',
  code,
  message,
  ...more,
})

type Asked = Pick<AssertResult, 'id' | 'path' | 'op' | 'severity'> & { expected: unknown }

/** Runs one assertion; whatever is wrong with the assertion itself becomes its result. */
function result(asked: Asked, judge: () => Outcome, message?: string): AssertResult {
  const { status, code, actual, message: found, offending = [] } = attempt(judge)
  return {
    ...asked,
    status,
    code,
    actual: actual === undefined ? null : shortened(actual),
    message: status === 'pass' || message === undefined ? found : message,
    offending: offending.slice(0, 20),
  }
}

function attempt(judge: () => Outcome): Outcome {
  try {
    return judge()
  } catch (error) {
    if (error instanceof PathMissing)
      return failed('path_missing', `${clip(error.message, 300)} is not in the state`, {
        offending: [clip(error.message, 300)],
      })
    if (error instanceof ExpressionError)
      return { status: 'error', code: 'bad_expression', message: clip(error.message, 500) }
    if (error instanceof BadOperand)
      return { status: 'error', code: 'bad_assertion', message: clip(error.message, 500) }
    if (error instanceof TooMuch)
      throw new Refusal(
        'unprocessable',
        `The assertions look at more than ${MOST_VALUES} values, or match too long texts; ask for less at once.`,
      )
    throw error
  }
}

const shortened = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? preview(value, 200)
    : typeof value === 'string'
      ? clip(value, 200)
      : value
