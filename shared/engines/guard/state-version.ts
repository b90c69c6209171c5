import { isObject } from '../json/json-value.ts'
import type { Judged } from './verdict.ts'

const sources = ['version', '_version', 'etag', 'revision', 'resourceVersion'] as const

type StateVersion = {
  expected: string | number | null
  actual: string | number | null
  source: (typeof sources)[number] | null
  /** Null when one side is missing or cannot be compared. */
  match: boolean | null
}

/** Compares the version the plan was made on with the one the state shows. */
export function judgeVersion(
  expected: string | number | undefined,
  state: Record<string, unknown>,
  financial: boolean,
): Judged & { version: StateVersion } {
  const { source, actual } = versionOf(state)
  const id = 'version'
  if (expected === undefined) {
    const version = { expected: null, actual, source, match: null }
    return { version, findings: [], checks: [{ id, status: 'skipped', detail: 'expected_version was not given' }] }
  }
  const imprecise = [expected, actual].some(
    (value) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER,
  )
  if (actual === null || imprecise) {
    const why = imprecise
      ? 'A version above 2^53 sent as a number loses its last digits, so it cannot be compared; send it as a string.'
      : `The state shows no version (looked for ${sources.join(', ')}), so it cannot be told whether it changed.`
    return {
      version: { expected, actual, source, match: null },
      findings: [
        {
          decision: financial ? 'require_confirm' : 'review',
          code: 'version_unverifiable',
          message: why,
          path: '/current_state',
          next: 'Read the state again together with its version, then call again.',
        },
      ],
      checks: [{ id, status: 'warn', detail: why }],
    }
  }
  const match = comparable(expected) === comparable(actual)
  const version = { expected, actual, source, match }
  const detail = `expected ${expected}, ${source} is ${actual}`
  if (match) return { version, findings: [], checks: [{ id, status: 'pass', detail }] }
  return {
    version,
    findings: [
      {
        decision: 'block',
        code: 'version_conflict',
        message: `The state changed since the plan was made: ${detail}.`,
        path: `/${source}`,
        evidence: version,
        next: 'Read the state again and make the plan anew on its present version.',
      },
    ],
    checks: [{ id, status: 'fail', detail }],
  }
}

/** The first version the state names; an ETag header in any case, and a Kubernetes object's metadata, count too. */
function versionOf(state: Record<string, unknown>): Pick<StateVersion, 'actual' | 'source'> {
  for (const source of sources) {
    const value =
      ownOf(state, source) ?? (source === 'etag' ? (ownOf(state, 'ETag') ?? ownOf(state, 'Etag')) : undefined)
    if (isVersion(value)) return { actual: value, source }
  }
  const metadata = ownOf(state, 'metadata')
  const nested = isObject(metadata) ? ownOf(metadata, 'resourceVersion') : undefined
  return isVersion(nested) ? { actual: nested, source: 'resourceVersion' } : { actual: null, source: null }
}

const ownOf = (object: Record<string, unknown>, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined)

/** A text longer than any version is none. */
const isVersion = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && value.length <= 500)

/** Text without outer space, the mark of a weak ETag, and an ETag's quotes (RFC 9110, 8.8.3). */
const comparable = (version: string | number) =>
  String(version)
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
