export type Role = 'consumer' | 'producer'

/** What a kind of change is expected to break, proven or not, and the keywords a witness of it fails on. */
type ChangeRule = { expects: readonly Role[]; keywords: readonly string[] | null }

const BOTH = ['consumer', 'producer'] as const
const BOUND_KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const

/**
 * Codes of changes. A witness proves a break: an instance of the one schema that the other refuses, on one of these
 * keywords (null: any). Where none is found and no rule proves the change harmless, it is undecided, never called compatible.
 */
export const CHANGE_RULES = {
  property_added: { expects: [], keywords: null },
  property_removed: { expects: [], keywords: null },
  required_added: { expects: ['consumer'], keywords: ['required'] },
  required_removed: { expects: ['producer'], keywords: ['required'] },
  type_narrowed: { expects: ['consumer'], keywords: ['type'] },
  type_widened: { expects: ['producer'], keywords: ['type'] },
  type_changed: { expects: BOTH, keywords: ['type'] },
  enum_value_added: { expects: ['producer'], keywords: ['enum', 'const'] },
  enum_value_removed: { expects: ['consumer'], keywords: ['enum', 'const'] },
  bound_tightened: { expects: ['consumer'], keywords: BOUND_KEYWORDS },
  bound_relaxed: { expects: ['producer'], keywords: BOUND_KEYWORDS },
  pattern_changed: { expects: BOTH, keywords: ['pattern'] },
  format_changed: { expects: BOTH, keywords: ['format'] },
  additional_properties_closed: { expects: ['consumer'], keywords: null },
  additional_properties_opened: { expects: ['producer'], keywords: null },
  array_items_changed: { expects: BOTH, keywords: null },
  union_branch_added: { expects: ['producer'], keywords: null },
  union_branch_removed: { expects: ['consumer'], keywords: null },
  constraint_changed: { expects: BOTH, keywords: null },
  default_changed: { expects: [], keywords: [] },
  description_changed: { expects: [], keywords: [] },
} as const satisfies Record<string, ChangeRule>

export type ChangeCode = keyof typeof CHANGE_RULES

/** Numeric bounds, and in which direction a greater value narrows. */
export const BOUNDS = {
  minimum: 1,
  exclusiveMinimum: 1,
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  maximum: -1,
  exclusiveMaximum: -1,
  maxLength: -1,
  maxItems: -1,
  maxProperties: -1,
} as const

/** Keywords compared as a whole by looking for a witness. */
export const WHOLE_KEYWORDS = [
  'patternProperties',
  'propertyNames',
  'contains',
  'minContains',
  'maxContains',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
] as const

/** Keywords no witness speaks for: what they say about all instances cannot be tried on some. */
export const UNDECIDED_KEYWORDS = ['not', 'if', 'then', 'else', 'unevaluatedProperties', 'unevaluatedItems'] as const

/** Words about a schema that no instance is judged by. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$comment',
  '$anchor',
  '$defs',
  'definitions',
  '$vocabulary',
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'nullable',
])

/** Everything the comparison looks at one by one; what is in no list is a custom keyword. */
export const COMPARED: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  ...Object.keys(BOUNDS),
  'multipleOf',
  'uniqueItems',
  'pattern',
  'format',
  'required',
  'properties',
  'additionalProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'allOf',
  'anyOf',
  'oneOf',
  ...WHOLE_KEYWORDS,
  ...UNDECIDED_KEYWORDS,
])
