/** Goals of an injected text: the values of `categories`; `resemblance` says only that its words are those of others. */
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
  'resemblance',
] as const
export type InjectionCategory = (typeof injectionCategories)[number]

/** Origins of a text; what is usual in one origin is a sign in another. */
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
 * One sign that a text addresses a model instead of its reader. `pattern` is RE2 syntax (no look-around, no
 * back-references, every repeat bounded) over folded text: lower case, one blank for any run of blanks, Latin letters
 * without accents, straight quotes. `{name}` is replaced by a word list of words.rules.ts.
 */
export type InjectionRule = {
  /** `family.variant`; the family is what a short report names. */
  id: string
  category: InjectionCategory
  /** Weight of this sign alone, 0 to 1; several are combined by noisy-or. */
  weight: number
  /** BCP 47 language of the words, or `any`. */
  language: string
  pattern: string
  /** Origins in which the sign counts; all by default. */
  only?: readonly InjectionSource[]
  /** A match that also matches this is none; same syntax. */
  unless?: string
  /** The words before a match cannot turn it into its opposite: the rule itself is about a negation or about markup. */
  literal?: true
}

/** Content of others, which has no business giving orders. */
export const untrusted: readonly InjectionSource[] = ['web_page', 'tool_output', 'email', 'document']

/** Texts that the agent keeps or trusts without asking. */
export const kept: readonly InjectionSource[] = ['memory', 'tool_description']

/** The family of a rule, which groups rules of one kind. */
export const familyOf = ({ id }: Pick<InjectionRule, 'id'>): string => id.slice(0, id.indexOf('.'))
