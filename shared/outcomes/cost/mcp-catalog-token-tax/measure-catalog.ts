import { findDuplicates } from './find-duplicates.ts'
import { findWaste, toolsOf } from './find-waste.ts'
import { modelTokens } from '#shared/engines/tokens/model-tokens.ts'
import type { TaxReport } from './tax-report.ts'
import { toolDefinition, type ToolDefinition } from '#shared/engines/tokens/tool-definition.ts'

export type CatalogQuestion = {
  tools: unknown
  model?: string | undefined
  context_window?: number | undefined
  turns?: number | undefined
  price_per_mtok?: number | undefined
  used_tools?: readonly string[] | undefined
}

const CACHED_SHARE = 0.1
const MOST_SAVINGS = 200
const grades = [
  ['A', 0.02],
  ['B', 0.05],
  ['C', 0.1],
  ['D', 0.2],
] as const

/** What a catalogue of tools costs in tokens on every turn, where they go, and what could be saved. */
export async function measureCatalog(question: CatalogQuestion): Promise<TaxReport> {
  const { turns = 20, price_per_mtok = 2.5, used_tools } = question
  const model = await modelTokens(question.model ?? 'gpt-4o')
  const count = (tool: unknown) => model.count(JSON.stringify(tool))
  const window = question.context_window ?? model.window
  const used = used_tools === undefined ? null : new Set(used_tools)
  const savings: TaxReport['savings'] = []
  let optimized = 0
  let unused = 0
  const definitions = (toolsOf(question.tools) ?? []).map(toolDefinition)
  const tools = definitions.map((tool, at) => {
    const tokens = count(tool)
    const { waste, slim } = findWaste(tool)
    const path = `/tools/${at}`
    // A shorter text can, rarely, be more tokens; then it is left as it was.
    optimized += Math.min(tokens, waste.some(({ lossless }) => lossless) ? count(slim) : tokens)
    const counted = waste.map(({ text, becomes = '', ...each }) => ({
      ...each,
      tokens: Math.max(0, model.count(text) - model.count(becomes)),
    }))
    for (const { code, lossless, how, tokens: saves_tokens, path: inside } of counted) {
      savings.push({ code, path: path + inside, saves_tokens, lossless, how })
    }
    if (used !== null && !used.has(tool.name)) {
      unused += tokens
      const how = 'Leave the tool out of the session, or load it when it is asked for.'
      savings.push({ code: 'unused_tool', path, saves_tokens: tokens, lossless: false, how })
    }
    return {
      name: tool.name,
      tokens,
      pct: 0,
      breakdown: breakdownOf(tool, tokens, count),
      waste: counted.map(({ path: inside, tokens: wasted, code }) => ({ path: path + inside, tokens: wasted, code })),
    }
  })
  const separators = Math.max(0, tools.length - 1)
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0) + separators
  const share = total / window
  const usd = (tokens: number) => Math.round(tokens * price_per_mtok * 1_000) / 1e9
  return {
    total_tokens: total,
    exact: model.isExact,
    encoding: model.encoding,
    margin_pct: model.marginPct,
    window,
    window_pct: percent(share),
    tools: tools
      .map((tool) => ({ ...tool, pct: total === 0 ? 0 : percent(tool.tokens / total) }))
      .sort((a, b) => b.tokens - a.tokens),
    session: {
      tokens: total * turns,
      cost_usd: usd(total * turns),
      cached_cost_usd: usd(total * (1 + (turns - 1) * CACHED_SHARE)),
    },
    savings: savings.sort((a, b) => b.saves_tokens - a.saves_tokens).slice(0, MOST_SAVINGS),
    optimized_tokens: optimized + separators,
    unused_tokens: used === null ? null : unused,
    unknown_used_tools: [...(used ?? [])].filter((name) => definitions.every((tool) => tool.name !== name)),
    grade: grades.find(([, under]) => share < under)?.[0] ?? 'F',
    duplicates: findDuplicates(definitions),
    notes: notesOf(model.isExact, model.isKnown || question.context_window !== undefined, savings.length),
  }
}

/** Tokens of each part: what the tool has less without it. */
function breakdownOf(tool: ToolDefinition, tokens: number, count: (tool: unknown) => number) {
  const { name, description, inputSchema, annotations } = tool
  const without = (rest: Partial<ToolDefinition>) => tokens - count(rest)
  return {
    name: without({ description, inputSchema, annotations }),
    description: description === undefined ? 0 : without({ name, inputSchema, annotations }),
    schema: inputSchema === undefined ? 0 : without({ name, description, annotations }),
    annotations: annotations === undefined ? 0 : without({ name, description, inputSchema }),
  }
}

function notesOf(isExact: boolean, isWindowKnown: boolean, savings: number): string[] {
  return [
    'A prompt cache lowers the price of the catalogue, not its share of the window.',
    'Counted as the minified JSON of name, description, inputSchema and annotations; providers write definitions a little differently.',
    ...(isExact ? [] : ['The model has no public tokenizer: counts are upper bounds.']),
    ...(isWindowKnown ? [] : ['The model is not known here; send context_window with its window.']),
    ...(savings > MOST_SAVINGS ? [`${savings} savings were found; the ${MOST_SAVINGS} largest are listed.`] : []),
  ]
}

const percent = (share: number) => Math.round(share * 1_000) / 10
