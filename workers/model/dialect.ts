/** Parameters that differ between endpoints for chat completions. */
export type Dialect = {
  /** How JSON output is requested, strictest first. */
  format: 'json_schema' | 'json_object' | 'none'
  /** Name of the parameter that limits the answer. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** Whether the temperature may be set. */
  temperature: boolean
}

export const USUAL_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true }

/** Which parameter to change when a 400 names it. `step` returns null when there is nothing left to try. */
const STEPS: readonly { about: RegExp; step: (dialect: Dialect) => Dialect | null }[] = [
  {
    about: /max_completion_tokens|max_tokens/i,
    step: (dialect) => (dialect.limit === 'max_tokens' ? { ...dialect, limit: 'max_completion_tokens' } : null),
  },
  { about: /temperature/i, step: (dialect) => (dialect.temperature ? { ...dialect, temperature: false } : null) },
  {
    about: /response_format|json_schema|json_object|structured output|grammar/i,
    step: ({ format, ...dialect }) => {
      if (format === 'none') return null
      return { ...dialect, format: format === 'json_schema' ? 'json_object' : 'none' }
    },
  },
]

/** The next dialect after a rejection with this message; null if it is about something else. */
export const nextDialect = (dialect: Dialect, words: string): Dialect | null =>
  STEPS.find(({ about }) => about.test(words))?.step(dialect) ?? null
