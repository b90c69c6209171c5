import { survivesDouble } from '#shared/engines/json/decimal.ts'
import { pointerTokens } from '#shared/engines/json/json-pointer.ts'
import { isObject, ownValue, setOwn, typeOf } from '#shared/engines/json/json-value.ts'
import type { Finding } from '#shared/engines/json/schema/sink.ts'
import type { CompiledSchema, Verdict } from '#shared/engines/json/validate.ts'

/** One value changed to satisfy a schema; nothing of it was lost. */
export type Coercion = { path: string; from: unknown; to: unknown }

type Coerced = { value: unknown; coercions: readonly Coercion[]; verdict: Verdict }

/** Each round may uncover what the one before it wrapped or parsed. */
const MAX_ROUNDS = 8
const KEEP = 50_000

/**
 * Changes values (in place) where that is lossless and makes them fit: text of a number, boolean, null, array or object
 * to that, a number or boolean to text, a single value to an array, the case of an enum. What does not fit stays.
 */
export function coerceToSchema(value: unknown, schema: CompiledSchema): Coerced {
  const root: { value: unknown } = { value }
  const coercions: Coercion[] = []
  let verdict = check(schema, root.value)
  for (let round = 0; round < MAX_ROUNDS && !verdict.holds; round += 1) {
    const made = coerceOnce(root, verdict.findings)
    if (made.length === 0) break
    const next = check(schema, root.value)
    const stuck = new Set(next.findings.filter(isAboutValue).map(({ instance_path: path }) => path))
    const kept = made.filter(({ path }) => !stuck.has(path))
    for (const { path, from } of made) if (stuck.has(path)) replace(root, path, from)
    coercions.push(...kept)
    verdict = kept.length === made.length ? next : check(schema, root.value)
    if (kept.length === 0) break
  }
  return { value: root.value, coercions, verdict }
}

const check = (schema: CompiledSchema, value: unknown) =>
  schema.validate(value, { assertsFormat: true, wantsAll: true, keep: KEEP })

function coerceOnce(root: { value: unknown }, findings: readonly Finding[]): Coercion[] {
  const made: Coercion[] = []
  const seen = new Set<string>()
  for (const finding of findings) {
    const path = finding.instance_path
    if (!isAboutValue(finding) || seen.has(path)) continue
    seen.add(path)
    const from = read(root.value, path)
    const to = fitted(from, finding)
    if (to === undefined) continue
    // Copies, as later rounds may change what is inside.
    made.push({ path, from: structuredClone(from), to: structuredClone(to) })
    replace(root, path, to)
  }
  return made
}

const isAboutValue = ({ keyword, params }: Finding) =>
  keyword === 'type' || keyword === 'enum' || keyword === 'const' || 'types' in params

/** The value as the failed keyword wants it; undefined where that would lose or guess something. */
function fitted(value: unknown, { keyword, params }: Finding): unknown {
  if (keyword === 'const') return sameWord(value, [params['allowedValue']])
  if (keyword === 'enum') return sameWord(value, Array.isArray(params['allowedValues']) ? params['allowedValues'] : [])
  const types = [params['types'] ?? params['type']].flat()
  for (const type of types) {
    const to = asType(value, String(type))
    if (to !== undefined) return to
  }
  return types.includes('array') && value !== null ? [value] : undefined
}

function asType(value: unknown, type: string): unknown {
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (type === 'number' || type === 'integer') {
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && survivesDouble(text)
    return isNumber && (type === 'number' || Number.isInteger(Number(text))) ? Number(text) : undefined
  }
  if (type === 'boolean') return { true: true, false: false }[text.toLowerCase()]
  if (type === 'null') return /^(?:null|none)$/i.test(text) ? null : undefined
  return /^[[{]/.test(text) ? parsedAs(text, type) : undefined
}

function parsedAs(text: string, type: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeOf(value) === type ? value : undefined
  } catch {
    return undefined
  }
}

/** The only allowed value that differs in case, outer space or type alone. */
function sameWord(value: unknown, allowed: readonly unknown[]): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const word = String(value).trim().toLowerCase()
  const matches = allowed.filter(
    (other) => /^(?:string|number|boolean)$/.test(typeof other) && String(other).toLowerCase() === word,
  )
  return matches.length === 1 ? matches[0] : undefined
}

function read(root: unknown, path: string): unknown {
  return (pointerTokens(path) ?? []).reduce<unknown>((node, token) => {
    if (Array.isArray(node)) return node[Number(token)]
    return isObject(node) ? ownValue(node, token) : undefined
  }, root)
}

function replace(root: { value: unknown }, path: string, value: unknown): void {
  const tokens = pointerTokens(path) ?? []
  const last = tokens.at(-1)
  const parent = read(root.value, path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  if (last === undefined) root.value = value
  else if (Array.isArray(parent)) parent[Number(last)] = value
  else if (isObject(parent)) setOwn(parent, last, value)
}
