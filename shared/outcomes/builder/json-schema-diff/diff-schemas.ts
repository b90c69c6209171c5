import { invalidFields } from '#shared/errors.ts'

import { clip, isDeeperThan, isObject, type JsonObject, ownValue, preview } from '#shared/engines/json/json-value.ts'
import type { Finding } from '#shared/engines/json/schema/sink.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { CHANGE_RULES, type ChangeCode, type Role } from '#shared/engines/schema-diff/change.rules.ts'
import type { RawChange } from '#shared/engines/schema-diff/compare-keywords.ts'
import { findWitness, type Pair, type Witness } from '#shared/engines/schema-diff/find-witness.ts'
import { isIncluded } from './is-included.ts'
import { listChanges } from '#shared/engines/schema-diff/list-changes.ts'
import { minimalObject, sampleValues } from '#shared/engines/schema-diff/sample-values.ts'
import { SchemaSide } from '#shared/engines/schema-diff/schema-side.ts'

export type SchemaChange = {
  code: ChangeCode
  path: string
  old: unknown
  new: unknown
  breaking_for: Role[]
  accepted: boolean
  message: string
  witness?: unknown
  witness_at?: { path: string; value: unknown }
}
type DiffInput = { oldSchema: JsonObject; newSchema: JsonObject; role: Role | 'both'; allow: readonly string[] }

const MAX_DEPTH = 100
const KEPT = 500
const MAX_PROOFS = 300
const MAX_WITNESS = 4_000
const ROLES = ['consumer', 'producer'] as const

/**
 * Compares two schemas by what they accept. A change breaks a consumer when some instance of the old schema is refused by
 * the new one, a producer when it is the other way round, and only an instance that both sides were tried with proves it.
 */
export function diffSchemas({ oldSchema, newSchema, role, allow }: DiffInput) {
  const [before, after] = [unwrapped('old_schema', oldSchema), unwrapped('new_schema', newSchema)]
  const oldSide = new SchemaSide('old_schema', before.schema)
  const newSide = new SchemaSide('new_schema', after.schema)
  const listed = listChanges(oldSide, newSide)
  const unknown: { path: string; reason: string }[] = []
  const sides = { old: { side: oldSide, key: 'old' }, new: { side: newSide, key: 'new' } } as const
  const search = (by: Role, pair: Pair, isAbout: (finding: Finding) => boolean, extra: readonly unknown[] = []) => {
    const [source, target] = by === 'consumer' ? [sides.old, sides.new] : [sides.new, sides.old]
    return findWitness({ source, target, pair, isAbout, extra })
  }
  const proofs = new Map<string, boolean>()
  const isProvenSafe = (by: Role, pair: Pair): boolean => {
    const key = `${by} ${pair.path}`
    const known = proofs.get(key)
    if (known !== undefined || proofs.size >= MAX_PROOFS) return known ?? false
    const [before, after] = [
      { side: oldSide, view: pair.old },
      { side: newSide, view: pair.new },
    ]
    const proof = by === 'consumer' ? isIncluded(before, after) : isIncluded(after, before)
    proofs.set(key, proof)
    return proof
  }
  const changes = listed.changes.map((raw): SchemaChange => {
    const { code, pair, at, message } = raw
    const isAnnotation = code === 'default_changed' || code === 'description_changed'
    const found = isAnnotation
      ? []
      : ROLES.flatMap((by) => {
          const witness = search(by, pair, isAboutChange(raw), extraFor(raw, by, oldSide, newSide))
          return witness === undefined ? [] : [{ by, witness }]
        })
    const path = `${after.prefix}${pair.path}${at}`
    const broken = found.map(({ by }) => by)
    // What no instance breaks has to be proven harmless, or it is undecided.
    for (const by of isAnnotation ? [] : ROLES)
      if (!broken.includes(by) && concerns(by, role) && !isProvenSafe(by, pair)) {
        const expected: readonly Role[] = CHANGE_RULES[code].expects
        const claim = expected.includes(by) ? 'likely to break' : 'not known to break'
        unknown.push({ path, reason: `${code}: ${claim} a ${by}, but neither an instance nor a rule proves it` })
      }
    const shown = found.find(({ by }) => concerns(by, role)) ?? found[0]
    return {
      code,
      path,
      old: shortened(raw.old),
      new: shortened(raw.new),
      breaking_for: broken,
      accepted: allow.includes(code),
      message: code === 'description_changed' ? withWarning(message, raw.new) : message,
      ...(shown === undefined ? {} : shownWitness(shown.witness)),
    }
  })
  for (const { path, keyword, reason, pair } of listed.undecided)
    if (!ROLES.every((by) => !concerns(by, role) || isProvenSafe(by, pair)))
      unknown.push({ path: `${after.prefix}${path}`, reason: `${keyword}: ${reason}` })
  if (listed.isCut || oldSide.isSpent || newSide.isSpent)
    unknown.push({ path: after.prefix, reason: 'The schemas are too large to try every difference.' })
  changes.push(...toolChanges(before.text, after.text))
  if (
    listed.undecided.length === 0 &&
    !changes.some(({ breaking_for }) => breaking_for.some((by) => concerns(by, role)))
  )
    changes.push(...unexplained())
  const breaking = changes.filter(
    ({ breaking_for, accepted }) => !accepted && breaking_for.some((by) => concerns(by, role)),
  )
  const isQuiet = changes.every(({ code }) => code === 'default_changed' || code === 'description_changed')
  const isUndecided = breaking.length === 0 && unknown.length > 0
  return {
    decision: breaking.length > 0 ? 'block' : isUndecided ? 'review' : 'allow',
    compatible: breaking.length === 0 && unknown.length === 0,
    level: breaking.length > 0 || isUndecided ? 'major' : changes.length === 0 ? 'none' : isQuiet ? 'patch' : 'minor',
    changes: changes.slice(0, KEPT),
    change_count: changes.length,
    breaking_count: breaking.length,
    summary: Object.fromEntries(
      [...Map.groupBy(changes, ({ code }) => code)].map(([code, ones]) => [code, ones.length]),
    ),
    unknown: unknown.slice(0, KEPT),
  } as const

  /** A break that no single change explains: several together, or references that turn. */
  function unexplained(): SchemaChange[] {
    if (listed.changes.length === 0) return []
    const pair: Pair = { old: oldSide.view(oldSide.root), new: newSide.view(newSide.root), path: '', instance: [] }
    return ROLES.filter((by) => concerns(by, role)).flatMap((by): SchemaChange[] => {
      const found = search(by, pair, () => true)
      if (found === undefined) return []
      const message = 'what the whole schema accepts is different'
      return [
        {
          code: 'constraint_changed',
          path: after.prefix,
          old: null,
          new: null,
          breaking_for: [by],
          accepted: allow.includes('constraint_changed'),
          message,
          ...shownWitness(found),
        },
      ]
    })
  }
}

/** The instance where it is short enough to be read, and the place in it that matters. */
function shownWitness({ path, value, whole }: Witness): Pick<SchemaChange, 'witness' | 'witness_at'> {
  const isShort = (part: unknown) => (JSON.stringify(part) ?? '').length <= MAX_WITNESS
  const at = { path, value: isShort(value) ? value : preview(value) }
  return whole !== null && isShort(whole.value) ? { witness: whole.value, witness_at: at } : { witness_at: at }
}

const concerns = (by: Role, role: Role | 'both') => role === 'both' || role === by

function isAboutChange({ code, keywords, property }: RawChange): (finding: Finding) => boolean {
  const wanted: readonly string[] | null = keywords ?? CHANGE_RULES[code].keywords
  return ({ keyword, instance_path, params }) => {
    if (property !== undefined && (code === 'property_added' || code === 'property_removed'))
      return (
        Object.values(params).includes(property) ||
        instance_path.split('/')[1] === property.replaceAll('~', '~0').replaceAll('/', '~1')
      )
    if (property !== undefined && code.startsWith('required'))
      return keyword === 'required' && Object.values(params).includes(property)
    return wanted === null || (wanted.includes(keyword) && (instance_path === '' || code.startsWith('additional')))
  }
}

/** What a change was about, or a word on it where it is long. */
const shortened = (value: unknown) =>
  JSON.stringify(value ?? null).length <= MAX_WITNESS ? (value ?? null) : preview(value)

/** Values that exercise just this change. */
function extraFor(
  { code, pair, property, old, new: next }: RawChange,
  by: Role,
  oldSide: SchemaSide,
  newSide: SchemaSide,
): unknown[] {
  if (code === 'enum_value_added' || code === 'enum_value_removed')
    return [old, next].filter((value) => value !== null && value !== undefined && !Array.isArray(value))
  if (property === undefined) return []
  const [side, view] = by === 'consumer' ? [oldSide, pair.old] : [newSide, pair.new]
  const minimal = minimalObject(side, view, 0)
  const declared = ownValue(view.flat, 'properties')
  const part = isObject(declared) ? ownValue(declared, property) : undefined
  const { [property]: _, ...without } = minimal
  return [
    without,
    minimal,
    ...(part === undefined
      ? []
      : sampleValues(side, side.view(part), 1)
          .slice(0, 20)
          .map((value) => ({ ...minimal, [property]: value }))),
  ]
}

/** A tool definition is compared by its input schema; its own words are compared as words. */
function unwrapped(
  field: 'old_schema' | 'new_schema',
  given: JsonObject,
): { schema: JsonObject; prefix: string; text: string | null } {
  if (isDeeperThan(given, MAX_DEPTH))
    throw invalidFields({ path: [field], msg: `Value error, ${field} is nested deeper than ${MAX_DEPTH} levels` })
  for (const name of ['inputSchema', 'input_schema', 'parameters'] as const) {
    const inner = ownValue(given, name)
    if (!isObject(inner) || Object.hasOwn(given, '$schema') || Object.hasOwn(given, 'properties')) continue
    const text = ownValue(given, 'description')
    return { schema: inner, prefix: `/${name}`, text: typeof text === 'string' ? text : '' }
  }
  return { schema: given, prefix: '', text: null }
}

function toolChanges(before: string | null, after: string | null): SchemaChange[] {
  if (before === null || after === null || before === after) return []
  const message = withWarning('description is another', after)
  return [
    {
      code: 'description_changed',
      path: '/description',
      old: clip(before, 2_000),
      new: clip(after, 2_000),
      breaking_for: [],
      accepted: false,
      message,
    },
  ]
}

/** A description is read by models: new words that give orders are worth a look. */
function withWarning(message: string, text: unknown): string {
  if (typeof text !== 'string') return message
  const { decision } = scanForInjection(text.slice(0, 20_000), { source: 'tool_description' })
  return decision === 'allow'
    ? message
    : `${message}, and it reads like orders to a model: look at it before you take it over`
}
