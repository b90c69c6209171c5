import { nearestName } from '#shared/lib/names/nearest-name.ts'
import { isObject, ownValue } from '../json-value.ts'
import type { JsonObject } from '../json-value.ts'
import { pointerOf, pointerToken } from '../json-pointer.ts'
import { fail } from './report.ts'
import type { Keyword, Visit } from './visit.ts'

export const maxProperties: Keyword = (limit, visit) => {
  const count = isObject(visit.value) ? Object.keys(visit.value).length : 0
  if (!isObject(visit.value) || typeof limit !== 'number' || count <= limit) return
  fail(visit, 'maxProperties', {
    message: `must have at most ${limit} properties, but has ${count}`,
    params: { limit },
    expected: `at most ${limit} properties`,
  })
}

export const minProperties: Keyword = (limit, visit) => {
  const count = isObject(visit.value) ? Object.keys(visit.value).length : 0
  if (!isObject(visit.value) || typeof limit !== 'number' || count >= limit) return
  fail(visit, 'minProperties', {
    message: `must have at least ${limit} properties, but has ${count}`,
    params: { limit },
    expected: `at least ${limit} properties`,
  })
}

export const required: Keyword = (names, visit) => {
  const { value } = visit
  if (!Array.isArray(names) || !isObject(value)) return
  for (const name of names)
    if (typeof name === 'string' && !Object.hasOwn(value, name)) missing(visit, value, 'required', name)
}

export const dependentRequired: Keyword = (wanted, visit) => {
  const { value } = visit
  if (!isObject(wanted) || !isObject(value)) return
  for (const [trigger, names] of Object.entries(wanted)) {
    if (Object.hasOwn(value, trigger) && Array.isArray(names))
      needsAll(visit, value, 'dependentRequired', trigger, names)
  }
}

export const dependentSchemas: Keyword = (wanted, visit) => {
  if (!isObject(wanted) || !isObject(visit.value)) return
  for (const [trigger, schema] of Object.entries(wanted)) {
    if (Object.hasOwn(visit.value, trigger)) {
      visit.evaluation.descend(visit, schema, `dependentSchemas/${pointerToken(trigger)}`)
    }
  }
}

/** Up to draft 7: both of the above under one name. */
export const dependencies: Keyword = (wanted, visit) => {
  const { value } = visit
  if (!isObject(wanted) || !isObject(value)) return
  for (const [trigger, rule] of Object.entries(wanted)) {
    if (!Object.hasOwn(value, trigger)) continue
    if (Array.isArray(rule)) needsAll(visit, value, 'dependencies', trigger, rule)
    else visit.evaluation.descend(visit, rule, `dependencies/${pointerToken(trigger)}`)
  }
}

function needsAll(visit: Visit, value: JsonObject, keyword: string, trigger: string, names: readonly unknown[]): void {
  for (const name of names) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) missing(visit, value, keyword, name, trigger)
  }
}

function missing(visit: Visit, value: JsonObject, keyword: string, name: string, trigger?: string): void {
  const because = trigger === undefined ? '' : ` because "${trigger}" is present`
  const properties = ownValue(visit.node, 'properties')
  const strangers = Object.keys(value).filter((key) => !(isObject(properties) && Object.hasOwn(properties, key)))
  const near = nearestName(name, strangers)
  fail(visit, keyword, {
    message: `must have the property "${name}"${because}${near === null ? '' : `; is "${near}" meant to be it?`}`,
    params: {
      missingProperty: name,
      ...(trigger === undefined ? {} : { property: trigger }),
      ...(near === null ? {} : { did_you_mean: near }),
    },
    expected: `the property "${name}"`,
  })
}

export const properties: Keyword = (schemas, visit) => {
  const { value, coverage, sink } = visit
  if (!isObject(schemas) || !isObject(value)) return
  for (const [name, schema] of Object.entries(schemas)) {
    if (!Object.hasOwn(value, name)) {
      if (sink.wantsDefaults) noteDefault(visit, schema, name)
      continue
    }
    applyTo(visit, value, name, schema, `properties/${pointerToken(name)}`)
    coverage?.addName(name)
    if (sink.isQuick && sink.count > 0) return
  }
}

/** The default of an absent property: its own, or that of the schema it refers to. */
function noteDefault(visit: Visit, schema: unknown, name: string): void {
  let node = schema
  for (let hops = 0; hops < 8 && isObject(node); hops += 1) {
    if (Object.hasOwn(node, 'default')) {
      visit.sink.addDefault(`${pointerOf(visit.at)}/${pointerToken(name)}`, node['default'])
      return
    }
    const reference = ownValue(node, '$ref')
    const place = visit.evaluation.index.placeOf(node)
    node =
      typeof reference === 'string' && place !== undefined
        ? visit.evaluation.index.resolve(reference, place)?.schema
        : null
  }
}

export const patternProperties: Keyword = (schemas, visit) => {
  const { value, coverage, sink, evaluation } = visit
  if (!isObject(schemas) || !isObject(value)) return
  for (const [source, schema] of Object.entries(schemas)) {
    for (const name of Object.keys(value)) {
      evaluation.spend()
      if (!evaluation.patterns.matches(source, name)) continue
      applyTo(visit, value, name, schema, `patternProperties/${pointerToken(source)}`)
      coverage?.addName(name)
      if (sink.isQuick && sink.count > 0) return
    }
  }
}

export const additionalProperties: Keyword = (schema, visit) => {
  const { value, node, coverage, sink, evaluation } = visit
  if (!isObject(value)) return
  const named = ownValue(node, 'properties')
  const patterns = ownValue(node, 'patternProperties')
  const sources = isObject(patterns) ? Object.keys(patterns) : []
  for (const name of Object.keys(value)) {
    evaluation.spend()
    if (isObject(named) && Object.hasOwn(named, name)) continue
    if (sources.some((source) => evaluation.patterns.matches(source, name))) continue
    coverage?.addName(name)
    if (schema !== false) applyTo(visit, value, name, schema, 'additionalProperties')
    else surplus(visit, 'additionalProperties', 'additionalProperty', name, isObject(named) ? Object.keys(named) : [])
    if (sink.isQuick && sink.count > 0) return
  }
}

export const unevaluatedProperties: Keyword = (schema, visit) => {
  const { value, coverage, sink } = visit
  // After another failure what counts as evaluated is unknown, and reporting it would only be noise.
  if (!isObject(value) || coverage === null || sink.count > visit.failuresBefore) return
  for (const name of Object.keys(value)) {
    if (coverage.hasName(name)) continue
    if (schema !== false) applyTo(visit, value, name, schema, 'unevaluatedProperties')
    else surplus(visit, 'unevaluatedProperties', 'unevaluatedProperty', name, [])
    if (sink.isQuick && sink.count > 0) return
  }
  coverage.addAllNames()
}

function surplus(visit: Visit, keyword: string, param: string, name: string, known: readonly string[]): void {
  const { value } = visit
  const absent = isObject(value) ? known.filter((key) => !Object.hasOwn(value, key)) : []
  const near = nearestName(name, absent)
  fail(visit, keyword, {
    message: `must not have the property "${name}"${near === null ? '' : `; is "${near}" meant?`}`,
    params: { [param]: name, ...(near === null ? {} : { did_you_mean: near }) },
    expected:
      known.length === 0
        ? `no property "${name}"`
        : `only the properties ${known.slice(0, 10).join(', ')}${known.length > 10 ? ', ...' : ''}`,
    actual: isObject(value) ? ownValue(value, name) : undefined,
  })
}

export const propertyNames: Keyword = (schema, visit) => {
  if (!isObject(visit.value)) return
  for (const name of Object.keys(visit.value)) {
    const sink = visit.sink.branch()
    // The name is the instance here. It is reported at the object, as it has no path itself.
    if (visit.evaluation.descend(visit, schema, 'propertyNames', { value: name, sink, coverage: null })) continue
    visit.sink.absorb(sink)
    fail(visit, 'propertyNames', {
      message: `has a property with the invalid name ${JSON.stringify(name.slice(0, 80))}`,
      params: { propertyName: name },
      expected: 'property names that match their schema',
      actual: name,
    })
    if (visit.sink.isQuick) return
  }
}

function applyTo(visit: Visit, value: JsonObject, name: string, schema: unknown, segment: string): void {
  visit.evaluation.descend(visit, schema, segment, { value: value[name], at: { parent: visit.at, key: name } })
}
