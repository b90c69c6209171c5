import { boughtPass } from './passes/buy-pass.ts'
import { boughtKey } from './prepaid/buy-key.ts'
import { topUp } from './prepaid/top-up-key.ts'
import type { Product } from './x402/product.ts'

/** Everything that is bought by x402 and is not a call, by product name. */
export const products: Readonly<Record<string, Product>> = {
  fund: boughtKey,
  topup: topUp,
  'day-pass': boughtPass('day'),
  'week-pass': boughtPass('week'),
  'month-pass': boughtPass('month'),
}
