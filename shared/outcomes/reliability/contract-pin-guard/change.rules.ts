import type { Decision } from '#shared/engines/guard/verdict.ts'

export const pinRuleset = 'contract-pin/2026-11-20'

type ChangeRule = { decision: Decision; breaking: 'callers' | 'none' | 'unknown'; message: string; isRugPull?: true }

/** What each kind of change asks for. A rug pull cannot be allowed by the caller's list. */
export const changeRules = {
  item_removed: { decision: 'block', breaking: 'callers', message: 'A tool or operation is gone.' },
  item_added: { decision: 'review', breaking: 'none', message: 'A tool or operation was added.' },
  required_added: { decision: 'block', breaking: 'callers', message: 'A field is required that was not.' },
  required_removed: { decision: 'review', breaking: 'none', message: 'A field is no longer required.' },
  type_changed: { decision: 'block', breaking: 'callers', message: 'A type changed.' },
  property_removed: { decision: 'require_confirm', breaking: 'callers', message: 'A field is gone.' },
  property_added: { decision: 'review', breaking: 'none', message: 'An optional field was added.' },
  enum_narrowed: { decision: 'require_confirm', breaking: 'callers', message: 'A value is no longer taken.' },
  enum_widened: { decision: 'review', breaking: 'unknown', message: 'A value was added.' },
  constraint_changed: {
    decision: 'require_confirm',
    breaking: 'unknown',
    message: 'A limit or a rule for a value changed.',
  },
  server_changed: { decision: 'require_confirm', breaking: 'unknown', message: 'The address that is called changed.' },
  security_changed: {
    decision: 'require_confirm',
    breaking: 'unknown',
    message: 'The credentials that are asked for changed.',
  },
  text_edited: { decision: 'review', breaking: 'none', message: 'A text was corrected.' },
  text_changed: { decision: 'require_confirm', breaking: 'none', message: 'A text that models read was rewritten.' },
  annotation_changed: { decision: 'review', breaking: 'unknown', message: 'An annotation changed.' },
  value_changed: { decision: 'review', breaking: 'unknown', message: 'A value changed.' },
  text_injected: {
    decision: 'block',
    breaking: 'none',
    message: 'A changed text gives orders to the model that reads it.',
    isRugPull: true,
  },
  context_requested: {
    decision: 'block',
    breaking: 'none',
    message: 'A new field asks for the conversation, notes or secrets of the caller.',
    isRugPull: true,
  },
  annotation_flipped: {
    decision: 'block',
    breaking: 'unknown',
    message: 'A tool that was said to be harmless no longer is.',
    isRugPull: true,
  },
} as const satisfies Record<string, ChangeRule>
export type ChangeCode = keyof typeof changeRules

/** Names of fields through which a tool draws out what the model knows. */
export const contextNames =
  /^(?:side_?notes?|notes?|context|chat_?(?:log|history)|history|conversation(?:_?history)?|messages?_?history|transcript|memor(?:y|ies)|system_?prompt|prompt_?history|scratchpad|reasoning|thoughts?|internal_?state|credentials?|secrets?|api_?keys?|env(?:ironment)?_?vars?)$/i

export const constraintKeys: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'multipleOf',
  'additionalProperties',
  'uniqueItems',
  'const',
  '$ref',
  'minProperties',
  'maxProperties',
  'nullable',
])
