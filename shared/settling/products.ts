import type { Db } from '#shared/db/open-db.ts'
import { HIRE_PRODUCT, hireProduct } from '#shared/market/jobs/escrow/hire-product.ts'
import { LISTING_PRODUCT, listingProduct } from '#shared/market/purchases/listing-product.ts'
import { passProduct } from '#shared/money/passes/buy-pass.ts'
import { keyProduct } from '#shared/money/prepaid/buy-key.ts'
import { topUp } from '#shared/money/prepaid/top-up-key.ts'
import type { Product } from '#shared/money/x402/product.ts'

import { withNotices } from './with-notices.ts'

/** Everything that is bought by x402 and is not a call, by product name. */
export const productsOf = (db: Pick<Db, 'em'>): Readonly<Record<string, Product>> => ({
  [LISTING_PRODUCT]: listingProduct,
  [HIRE_PRODUCT]: hireProduct(db),
  fund: withNotices(keyProduct),
  topup: withNotices(topUp),
  'day-pass': passProduct('day'),
  'week-pass': passProduct('week'),
  'month-pass': passProduct('month'),
})
