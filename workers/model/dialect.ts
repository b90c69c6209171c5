/** How an endpoint wants to be asked for chat completions; servers and models differ in what they know. */
export type Dialect = {
  /** How JSON is asked for, the strictest first. */
  format: 'json_schema' | 'json_object' | 'none'
  /** What the limit of the answer is called. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** Whether a temperature may be named. */
  temperature: boolean
}

export const USUAL_DIALECT: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true }

/** What a 400 that names this parameter is answered with: the next thing to try, or null when there is none. */
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

/** The dialect to try after one was refused in these words; null when the refusal is about something else. */
export const nextDialect = (dialect: Dialect, words: string): Dialect | null =>
  STEPS.find(({ about }) => about.test(words))?.step(dialect) ?? null
