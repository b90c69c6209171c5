import { usdcString } from '#shared/lib/micro-usdc.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** The keys every paid answer starts with, around the outcome's declared example. */
export type ExampleAnswer = {
  ok: true
  resource: string
  total_usdc: string
  steps: { step: string; ms: number }[]
  result: unknown
}

/** What a call with the declared example input answers, as the catalog, OpenAPI and the 402 show it. */
export const exampleAnswer = ({ outcome, publicPath, priceMicroUsdc }: CatalogEntry): ExampleAnswer => ({
  ok: true,
  resource: publicPath,
  total_usdc: usdcString(priceMicroUsdc),
  steps: [{ step: outcome.slug, ms: 2 }],
  result: outcome.example.output,
})
