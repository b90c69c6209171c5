import type { Draft } from './draft.ts'
import * as any from './keywords-any.ts'
import * as array from './keywords-array.ts'
import * as logic from './keywords-logic.ts'
import * as number from './keywords-number.ts'
import * as object from './keywords-object.ts'
import * as reference from './keywords-reference.ts'
import * as string from './keywords-string.ts'
import type { Keyword } from './visit.ts'
import { shapeOf } from './vocabulary.ts'

// References first, so that what they evaluate counts; `unevaluated*` last, as they need everything else.
const TABLE: readonly (readonly [string, Keyword])[] = [
  ['$ref', reference.reference],
  ['$dynamicRef', reference.dynamicReference],
  ['$recursiveRef', reference.recursiveReference],
  ['type', any.type],
  ['const', any.constant],
  ['enum', any.enumeration],
  ['minimum', number.minimum],
  ['maximum', number.maximum],
  ['exclusiveMinimum', number.exclusiveMinimum],
  ['exclusiveMaximum', number.exclusiveMaximum],
  ['multipleOf', number.multipleOf],
  ['minLength', string.minLength],
  ['maxLength', string.maxLength],
  ['pattern', string.pattern],
  ['format', string.format],
  ['minItems', array.minItems],
  ['maxItems', array.maxItems],
  ['uniqueItems', array.uniqueItems],
  ['prefixItems', array.prefixItems],
  ['items', array.items],
  ['additionalItems', array.additionalItems],
  ['contains', array.contains],
  ['required', object.required],
  ['minProperties', object.minProperties],
  ['maxProperties', object.maxProperties],
  ['propertyNames', object.propertyNames],
  ['dependentRequired', object.dependentRequired],
  ['properties', object.properties],
  ['patternProperties', object.patternProperties],
  ['additionalProperties', object.additionalProperties],
  ['dependentSchemas', object.dependentSchemas],
  ['dependencies', object.dependencies],
  ['allOf', logic.allOf],
  ['anyOf', logic.anyOf],
  ['oneOf', logic.oneOf],
  ['not', logic.not],
  ['if', logic.conditional],
  ['unevaluatedItems', array.unevaluatedItems],
  ['unevaluatedProperties', object.unevaluatedProperties],
]

const ORDERS = new Map<Draft, readonly (readonly [string, Keyword])[]>()

/** The asserting keywords of a draft in the order they run. */
export function keywordsInOrder(draft: Draft): readonly (readonly [string, Keyword])[] {
  const order = ORDERS.get(draft) ?? TABLE.filter(([name]) => shapeOf(name, draft) !== null)
  ORDERS.set(draft, order)
  return order
}
