import { digestOf } from '#shared/lib/crypto/digest.ts'
import { Refusal } from '#shared/errors.ts'

import { conclude, type Check, type Finding } from '#shared/engines/guard/verdict.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { isObject } from '#shared/engines/json/json-value.ts'
import { diffStates, type Tolerance } from './diff-states.ts'
import { pointerPattern, type PointerPattern } from './pointer-pattern.ts'
import { toleranceOf } from './tolerance.ts'

type Asked = {
  intended: unknown
  observed: unknown
  mode?: 'subset' | 'exact' | undefined
  ignore?: readonly string[] | undefined
  tolerance?: Readonly<Record<string, unknown>> | undefined
  written_at?: string | number | undefined
  read_at?: string | number | undefined
}

const RULESET = 'readback/2026-11-20'
/** A read this soon after the write may still come from a cache or a replica. */
const FRESH_MS = 1_000

/** Compares what was meant to be written with what was read back; the receipt is the caller's to sign. */
export function judgeReadback(asked: Asked, input: unknown) {
  const diff = diffStates(asked.intended, asked.observed, {
    isExact: asked.mode === 'exact',
    ignore: patternsOf(asked.ignore ?? []),
    tolerance: tolerancesOf(asked.tolerance ?? {}),
  })
  const isEmpty = isObject(asked.intended) && Object.keys(asked.intended).length === 0 && asked.mode !== 'exact'
  const isIgnored = diff.leaves === 0 && (asked.ignore ?? []).length > 0
  const isVacuous = diff.total === 0 && (isEmpty || isIgnored)
  const verified = diff.total === 0 && !isVacuous
  const staleness = stalenessOf(asked)
  const findings: Finding[] = [
    ...diff.differences
      .filter(({ within_tolerance }) => !within_tolerance)
      .slice(0, 20)
      .map(({ path, kind, intended, observed }): Finding => ({
        decision: 'block',
        code: `${kind}_value`,
        message: SENTENCES[kind](path),
        path,
        evidence: { intended, observed },
        next: 'Do not go on as if the write had happened: read again, then repeat or undo it.',
      })),
    ...(isVacuous ? [NOTHING_COMPARED] : []),
    ...(staleness === null ? [] : [staleness]),
  ]
  const share = isVacuous ? 0 : diff.leaves === 0 ? 1 : Math.round((10_000 * diff.matched) / diff.leaves) / 10_000
  return {
    ...conclude({
      input,
      ruleset: RULESET,
      findings,
      checks: checksOf(asked, { total: diff.total, isVacuous }, staleness),
      proceed: 'Go on: what was written is there.',
    }),
    verified,
    differences: diff.differences,
    difference_count: diff.total,
    matched: isVacuous ? 0 : diff.matched,
    coverage: share,
    stale_risk: staleness !== null,
    digests: {
      intended_digest: digested('intended', asked.intended),
      observed_digest: digested('observed', asked.observed),
    },
  }
}

/** No difference between nothing and anything proves no write. */
const NOTHING_COMPARED: Finding = {
  decision: 'review',
  code: 'nothing_compared',
  message: 'intended names no value, or ignore leaves none: nothing was compared.',
  path: '/intended',
  next: 'Send the fields that the write should have set, and ignore fewer of them.',
}

const SENTENCES = {
  missing: (path: string) => `${path || 'The state'} was meant to be there and is not.`,
  extra: (path: string) => `${path || 'The state'} is there and was not meant to be.`,
  changed: (path: string) => `${path || 'The state'} is not what was meant.`,
  type_changed: (path: string) => `${path || 'The state'} is of another type than was meant.`,
} as const

function stalenessOf({ written_at, read_at }: Asked): Finding | null {
  const [written, read] = [instantOf(written_at), instantOf(read_at)]
  if (written === null || read === null || read - written >= FRESH_MS) return null
  const isBefore = read < written
  return {
    decision: 'review',
    code: isBefore ? 'read_before_write' : 'read_too_soon',
    message: isBefore
      ? `The state was read ${written - read} ms before it was written.`
      : `The state was read ${read - written} ms after the write: it may come from a cache or a replica.`,
    path: '/read_at',
    next: 'Read again from the primary a second after the write.',
  }
}

function checksOf(
  { written_at, read_at, ignore, tolerance }: Asked,
  { total, isVacuous }: { total: number; isVacuous: boolean },
  staleness: Finding | null,
): Check[] {
  const isTimed = written_at !== undefined && read_at !== undefined
  return [
    isVacuous
      ? { id: 'states', status: 'warn', detail: 'nothing was compared' }
      : { id: 'states', status: total === 0 ? 'pass' : 'fail', detail: `${total} differences` },
    isTimed
      ? {
          id: 'staleness',
          status: staleness === null ? 'pass' : 'warn',
          detail: staleness?.message ?? 'read a second or more after the write',
        }
      : { id: 'staleness', status: 'skipped', detail: 'written_at and read_at were not both given' },
    {
      id: 'ignore',
      status: ignore === undefined ? 'skipped' : 'pass',
      detail: ignore === undefined ? 'ignore was not given' : `${ignore.length} patterns`,
    },
    {
      id: 'tolerance',
      status: tolerance === undefined ? 'skipped' : 'pass',
      detail: tolerance === undefined ? 'tolerance was not given' : `${Object.keys(tolerance).length} pointers`,
    },
  ]
}

/** Patterns that were checked before any money moved; what is none is left out. */
const patternsOf = (texts: readonly string[]): PointerPattern[] =>
  texts.map(pointerPattern).filter((pattern) => pattern !== null)

function tolerancesOf(told: Readonly<Record<string, unknown>>): Tolerance[] {
  return Object.entries(told).flatMap(([pointer, value]): Tolerance[] => {
    const at = pointerPattern(pointer)
    const by = toleranceOf(value)
    return at === null || by === null ? [] : [{ at, by }]
  })
}

function digested(field: string, value: unknown): string {
  try {
    return digestOf(value)
  } catch (error) {
    throw new Refusal(
      'unprocessable',
      `${field} has no canonical JSON form.`,
      { detail: 'Send whole Unicode characters and finite numbers.' },
      { cause: error },
    )
  }
}
