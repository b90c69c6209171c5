import type { Config } from '#shared/config.ts'
import { targetExceptions } from '#shared/market/endpoints/target-rules.ts'

import { policyOf } from '../egress/open-egress.ts'
import type { EgressPolicy } from '../egress/policy.ts'

/** Where sellers' endpoints may be: as everything that callers name, and what this installation opens for sellers alone. */
export const sellerPolicy = (
  config: Pick<Config, 'EGRESS_ALLOW' | 'SELLER_ALLOW' | 'SAMPLE_SITE_PORT' | 'publicBaseUrl' | 'production'>,
): EgressPolicy => policyOf({ ...config, EGRESS_ALLOW: [...targetExceptions(config)] })
