import { isObject, ownValue } from '#shared/engines/json/json-value.ts'
import type { JsonObject } from '#shared/engines/json/json-value.ts'
import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import type { Lint, Warning } from './lint-schema.ts'
import { conjuncts } from './lint-types.ts'
import type { PatternBook } from '#shared/engines/json/schema/pattern-book.ts'

/**
 * Properties that are described or required and can never be present: a part that must hold as well closes the object
 * with `additionalProperties: false`, or `propertyNames` does not list them.
 */
export function unreachableProperties({ node, place, index, patterns }: Lint): Warning[] {
  const parts = [node, ...conjuncts(node, place, index)]
  const wanted = new Set(parts.flatMap(namesIn))
  return [...wanted].flatMap((name): Warning[] => {
    const closing = parts.find((part) => isClosedTo(part, name, patterns))
    if (closing === undefined) return []
    const isRequired = parts.some((part) => requiredIn(part).includes(name))
    const segment = isRequired ? 'required' : `properties/${pointerToken(name)}`
    return [
      {
        code: 'unreachable_property',
        schema_path:
          Object.hasOwn(propertiesOf(node), name) || requiredIn(node).includes(name)
            ? `${place.location}/${segment}`
            : place.location,
        message: `"${name}" is ${isRequired ? 'required' : 'described'} but never allowed: ${reason(closing, closing === node)}`,
      },
    ]
  })
}

const reason = (closing: JsonObject, isSelf: boolean) =>
  ownValue(closing, 'additionalProperties') === false
    ? `${isSelf ? '"additionalProperties": false' : 'a part joined by "allOf" or "$ref" has "additionalProperties": false, which'} does not see it; use "unevaluatedProperties" or list it there`
    : '"propertyNames" does not list it'

const propertiesOf = (node: JsonObject): JsonObject => {
  const properties = ownValue(node, 'properties')
  return isObject(properties) ? properties : {}
}

function requiredIn(node: JsonObject): string[] {
  const required = ownValue(node, 'required')
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** Names a schema means to be there; one that is set to false is meant to be absent. */
const namesIn = (node: JsonObject) => [
  ...Object.entries(propertiesOf(node)).flatMap(([name, schema]) => (schema === false ? [] : [name])),
  ...requiredIn(node),
]

function isClosedTo(node: JsonObject, name: string, patterns: PatternBook): boolean {
  const names = ownValue(node, 'propertyNames')
  const listed = isObject(names) ? ownValue(names, 'enum') : undefined
  if (Array.isArray(listed) && !listed.includes(name)) return true
  if (ownValue(node, 'additionalProperties') !== false || Object.hasOwn(propertiesOf(node), name)) return false
  const sources = ownValue(node, 'patternProperties')
  return !isObject(sources) || !Object.keys(sources).some((source) => patterns.matches(source, name))
}
