export type Family = {
  /** What a model id of the family starts with, without the provider's prefix. */
  starts: RegExp
  label: 'claude-estimate' | 'heuristic'
  /** Tokens per o200k_base token, on ordinary prose and code. */
  factor: number
  /** Added on top, because the factor moves with the text. */
  marginPct: 15 | 25
  /** Context window in tokens; where a family has several sizes, the smallest that is sold. */
  window: number
}

/**
 * Model families without a public exact tokenizer at hand, first match wins. Factors and windows are conservative round
 * figures, not measurements: a caller who knows better says so with `context_window`, and every answer says it estimates.
 */
export const families: readonly Family[] = [
  { starts: /^claude-(?:instant|2\.0|1)/, label: 'claude-estimate', factor: 1, marginPct: 15, window: 100_000 },
  { starts: /^claude/, label: 'claude-estimate', factor: 1, marginPct: 15, window: 200_000 },
  { starts: /^gemini-1\.5-pro/, label: 'heuristic', factor: 1.02, marginPct: 15, window: 2_097_152 },
  { starts: /^gemini-(?:1\.0|pro)/, label: 'heuristic', factor: 1.02, marginPct: 15, window: 32_760 },
  { starts: /^gemini/, label: 'heuristic', factor: 1.02, marginPct: 15, window: 1_048_576 },
  { starts: /^gemma-?[12]/, label: 'heuristic', factor: 1.02, marginPct: 15, window: 8_192 },
  { starts: /^gemma/, label: 'heuristic', factor: 1.02, marginPct: 15, window: 131_072 },
  { starts: /^llama-?4/, label: 'heuristic', factor: 1.02, marginPct: 15, window: 1_048_576 },
  { starts: /^llama-?3[.-][123]/, label: 'heuristic', factor: 1.04, marginPct: 15, window: 131_072 },
  { starts: /^llama-?3/, label: 'heuristic', factor: 1.04, marginPct: 15, window: 8_192 },
  { starts: /^(?:code)?llama/, label: 'heuristic', factor: 1.25, marginPct: 15, window: 4_096 },
  {
    starts: /^mi[sx]tral-(?:large|medium|small|nemo)/,
    label: 'heuristic',
    factor: 1.12,
    marginPct: 15,
    window: 131_072,
  },
  {
    starts: /^(?:open-)?(?:mi[sx]tral|codestral|ministral)/,
    label: 'heuristic',
    factor: 1.2,
    marginPct: 15,
    window: 32_768,
  },
  { starts: /^deepseek/, label: 'heuristic', factor: 1.05, marginPct: 15, window: 65_536 },
  { starts: /^(?:qwen|qwq)/, label: 'heuristic', factor: 1.06, marginPct: 15, window: 32_768 },
  { starts: /^grok-[4-9]/, label: 'heuristic', factor: 1.05, marginPct: 15, window: 256_000 },
  { starts: /^grok/, label: 'heuristic', factor: 1.05, marginPct: 15, window: 131_072 },
  { starts: /^command-(?:r|a)/, label: 'heuristic', factor: 1.05, marginPct: 15, window: 128_000 },
  { starts: /^nova-micro/, label: 'heuristic', factor: 1.1, marginPct: 15, window: 128_000 },
  { starts: /^nova/, label: 'heuristic', factor: 1.1, marginPct: 15, window: 300_000 },
]
