import { Refusal } from '#shared/errors.ts'

import type { JsonObject } from '#shared/engines/json/json-value.ts'
import type { ChangeCode as SchemaCode } from '#shared/engines/schema-diff/change.rules.ts'
import type { RawChange } from '#shared/engines/schema-diff/compare-keywords.ts'
import { listChanges } from '#shared/engines/schema-diff/list-changes.ts'
import { SchemaSide } from '#shared/engines/schema-diff/schema-side.ts'
import { type ChangeCode, contextNames } from './change.rules.ts'
import type { Change } from './diff-contracts.ts'

/** What a change of a schema is called where a contract is judged. */
const PIN_CODES: Readonly<Record<SchemaCode, ChangeCode>> = {
  property_added: 'property_added',
  property_removed: 'property_removed',
  required_added: 'required_added',
  required_removed: 'required_removed',
  type_narrowed: 'type_changed',
  type_widened: 'constraint_changed',
  type_changed: 'type_changed',
  enum_value_added: 'enum_widened',
  enum_value_removed: 'enum_narrowed',
  bound_tightened: 'constraint_changed',
  bound_relaxed: 'constraint_changed',
  pattern_changed: 'constraint_changed',
  format_changed: 'constraint_changed',
  additional_properties_closed: 'constraint_changed',
  additional_properties_opened: 'constraint_changed',
  array_items_changed: 'constraint_changed',
  union_branch_added: 'constraint_changed',
  union_branch_removed: 'constraint_changed',
  constraint_changed: 'constraint_changed',
  default_changed: 'value_changed',
  description_changed: 'text_changed',
}

/** What differs between two schemas, by the engine of json-schema-diff; null when one of them is no usable schema. */
export function schemaChanges(before: JsonObject, after: JsonObject, root: string): Change[] | null {
  const sides = sidesOf(before, after)
  return sides === null ? null : listChanges(...sides).changes.map((change) => pinned(change, root))
}

function sidesOf(before: JsonObject, after: JsonObject): [SchemaSide, SchemaSide] | null {
  try {
    return [new SchemaSide('old_schema', before), new SchemaSide('new_schema', after)]
  } catch (error) {
    // Contracts in the wild hold schemas that are none; they are compared as the values they are.
    if (error instanceof Refusal) return null
    throw error
  }
}

function pinned({ code, pair, at, old, new: next, property }: RawChange, root: string): Change {
  const isContext = code === 'property_added' && contextNames.test(property ?? '')
  return {
    code: isContext ? 'context_requested' : PIN_CODES[code],
    path: `${root}${pair.path}${at}`,
    before: old ?? undefined,
    after: next ?? undefined,
  }
}
