import { modelToEncodingMap } from 'gpt-tokenizer/mapping'
import * as publicModels from 'gpt-tokenizer/models'

import { families } from './families.rules.ts'
import { type Encoding, textCounter } from './text-counter.ts'

export type ModelTokens = {
  /** Upper bound on the tokens of a text; exact where `isExact`. Whole tokens. */
  count: (text: string) => number
  /** The counting method: an encoding, `claude-estimate` or `heuristic`. */
  encoding: 'o200k_base' | 'cl100k_base' | 'p50k' | 'r50k_base' | 'claude-estimate' | 'heuristic'
  isExact: boolean
  /** Percent that an estimate was raised by; 0 for exact counts. */
  marginPct: 0 | 15 | 25
  /** Context window in tokens; of an unknown model a guess. */
  window: number
  /** Maximum number of tokens of one answer; null if unknown. */
  maxOutput: number | null
  isKnown: boolean
}

const UNKNOWN_WINDOW = 128_000
/** UTF-8 bytes per token of an unknown tokenizer: low, so that the estimate is high. */
const BYTES_PER_TOKEN = 3.5

/**
 * Returns how the tokens of a model are counted. Accepts provider prefixes (`openai/`, `us.anthropic.`), `ft:` names
 * and dated versions.
 */
export async function modelTokens(model: string): Promise<ModelTokens> {
  const name = plainName(model)
  const open = publicModel(name)
  if (open !== null) {
    const count = await textCounter(open.encoding)
    const encoding = open.encoding === 'p50k_base' ? 'p50k' : open.encoding
    return {
      count,
      encoding,
      isExact: true,
      marginPct: 0,
      window: open.window,
      maxOutput: open.maxOutput,
      isKnown: true,
    }
  }
  const count = await textCounter('o200k_base')
  const estimate = { isExact: false, maxOutput: null }
  const family = families.find(({ starts }) => starts.test(name))
  if (family === undefined) {
    const guess = (text: string) => Math.max(Buffer.byteLength(text) / BYTES_PER_TOKEN, count(text))
    return {
      ...estimate,
      count: raised(guess, 25),
      encoding: 'heuristic',
      marginPct: 25,
      window: UNKNOWN_WINDOW,
      isKnown: false,
    }
  }
  const { factor, label, marginPct, window } = family
  const guess = (text: string) => count(text) * factor
  return { ...estimate, count: raised(guess, marginPct), encoding: label, marginPct, window, isKnown: true }
}

// Rounded first: 100 * 1.15 is a hair above 115 as a double.
const raised = (guess: (text: string) => number, pct: number) => (text: string) =>
  Math.ceil(Math.round(guess(text) * (100 + pct) * 100) / 10_000)

/** `us.anthropic.claude-3` → `claude-3`, `openai/gpt-4o` → `gpt-4o`, `ft:gpt-4o:acme::1` → `gpt-4o`. */
function plainName(model: string): string {
  const last = model.trim().toLowerCase().replace(/^ft:/, '').split('/').at(-1) ?? ''
  return last
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|meta|amazon|mistral|deepseek|qwen|cohere|ai21|openai|google)\./, '')
    .replace(/^(?:meta-)(?=llama)/, '')
    .replace(/:.*$/s, '')
}

type PublicModel = { encoding: Encoding; window: number; maxOutput: number | null }

/** A model whose vocabulary is public, also in a dated version newer than our list; null for any other. */
function publicModel(name: string): PublicModel | null {
  const known = Object.keys(publicModels)
    .filter(
      (each) =>
        name === each || (name.startsWith(`${each}-`) && /^-\d{4}(?:-\d{2}-\d{2})?$/.test(name.slice(each.length))),
    )
    .toSorted((a, b) => b.length - a.length)[0]
  if (known === undefined) return null
  // Safe: the names are the module's own members, each a ModelSpec.
  const spec = (publicModels as unknown as Record<string, { context_window?: number; max_output_tokens?: number }>)[
    known
  ]
  const window = spec?.context_window ?? (known.startsWith('text-embedding') ? 8_191 : UNKNOWN_WINDOW)
  return { encoding: encodingOf(known), window, maxOutput: spec?.max_output_tokens ?? null }
}

function encodingOf(name: string): Encoding {
  // Safe: a partial map of model names to encoding names; the newest encoding is what it leaves out.
  const listed = (modelToEncodingMap as Partial<Record<string, string>>)[name] ?? 'o200k_base'
  if (listed === 'cl100k_base') return 'cl100k_base'
  if (listed === 'gpt2' || listed === 'r50k_base') return 'r50k_base'
  return listed.startsWith('p50k') ? 'p50k_base' : 'o200k_base'
}
