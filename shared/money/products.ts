import { passProduct } from './passes/buy-pass.ts'
import { keyProduct } from './prepaid/buy-key.ts'
import { topUp } from './prepaid/top-up-key.ts'
import type { Product } from './x402/product.ts'

/** Everything that is bought by x402 and is not a call, by product name. */
export const products: Readonly<Record<string, Product>> = {
  fund: keyProduct,
  topup: topUp,
  'day-pass': passProduct('day'),
  'week-pass': passProduct('week'),
  'month-pass': passProduct('month'),
}
