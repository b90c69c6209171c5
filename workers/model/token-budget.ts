import type { Config } from '#shared/config.ts'
import type { TokenCap } from '#shared/doors/model.ts'

/** Share of a call's price that its tokens may cost the operator. */
const SHARE_OF_PRICE = 0.5
const OUTPUT_SHARE = 0.4
/** Upper limits at any tariff, because common context windows are not much larger. */
const MOST = { inputTokens: 100_000, outputTokens: 16_000 } as const

/**
 * Tokens that each of `requests` model requests of a call priced at `cents` may use (table in docs/models.md). An
 * estimate in floating point: no money moves by it.
 */
export function tokenBudget(
  tariff: Pick<Config, 'LLM_INPUT_USD_PER_MTOK' | 'LLM_OUTPUT_USD_PER_MTOK'>,
  cents: number,
  requests: number,
  outputShare = OUTPUT_SHARE,
): TokenCap {
  const dollars = ((cents / 100) * SHARE_OF_PRICE) / requests
  const tokens = (share: number, usdPerMtok: number) => Math.floor((dollars * share * 1_000_000) / usdPerMtok)
  return {
    inputTokens: Math.min(MOST.inputTokens, tokens(1 - outputShare, tariff.LLM_INPUT_USD_PER_MTOK)),
    outputTokens: Math.min(MOST.outputTokens, tokens(outputShare, tariff.LLM_OUTPUT_USD_PER_MTOK)),
  }
}
