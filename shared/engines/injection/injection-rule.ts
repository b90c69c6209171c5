/** What an injected text tries, the words of `categories`. */
export const injectionCategories = [
  'direct_override',
  'role_impersonation',
  'system_prompt_leak',
  'tool_hijack',
  'data_exfiltration',
  'hidden_text',
  'encoding_obfuscation',
  'jailbreak',
  'delimiter_escape',
  'memory_poisoning',
  'authority_social',
  'multi_turn_setup',
] as const
export type InjectionCategory = (typeof injectionCategories)[number]

/** Where a text came from; what is usual in one place is a sign in another. */
export const injectionSources = [
  'user',
  'web_page',
  'tool_output',
  'email',
  'document',
  'memory',
  'tool_description',
  'unknown',
] as const
export type InjectionSource = (typeof injectionSources)[number]

/**
 * One sign that a text speaks to a model instead of to its reader. `pattern` is RE2 syntax (no look-around, no
 * back-references, every repeat bounded) over folded text: lower case, one blank for any run of blanks, Latin letters
 * without accents, straight quotes. `{name}` stands for a word list of words.rules.ts.
 */
export type InjectionRule = {
  /** `family.variant`; the family is what a short report names. */
  id: string
  category: InjectionCategory
  /** How much this sign alone says, 0 to 1; several are combined by noisy-or. */
  weight: number
  /** BCP 47 language of the words, or `any`. */
  language: string
  pattern: string
  /** Where the sign counts; everywhere unless said. */
  only?: readonly InjectionSource[]
  /** A match that also matches this is none; same syntax. */
  unless?: string
  /** The words before a match cannot turn it into its opposite: the rule itself is about a negation or about markup. */
  literal?: true
}

/** Content of others, which has no business giving orders. */
export const untrusted: readonly InjectionSource[] = ['web_page', 'tool_output', 'email', 'document']

/** What the agent keeps or trusts by itself. */
export const kept: readonly InjectionSource[] = ['memory', 'tool_description']

/** What several rules of one kind are called together. */
export const familyOf = ({ id }: Pick<InjectionRule, 'id'>): string => id.slice(0, id.indexOf('.'))
