import type { Config } from '#shared/config.ts'
import type { TokenCap } from '#shared/doors/model.ts'

/** The share of its price a call's tokens may cost the operator; the rest pays for everything else. */
const SHARE_OF_PRICE = 0.5
const OUTPUT_SHARE = 0.4
/** No request is larger, however cheap the tariff: common windows end soon after. */
const MOST = { inputTokens: 100_000, outputTokens: 16_000 } as const

/**
 * Tokens each of `requests` may take of a call that costs `cents` (docs/models.md has the table). Estimates of a budget,
 * not money that moves: plain numbers are enough.
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
