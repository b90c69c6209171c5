import type { Config } from '#shared/config.ts'
import type { EgressException } from '#shared/lib/network/egress-allow.ts'

/** The exact hosts beside public https addresses where endpoints of sellers may be. */
export const targetExceptions = ({
  EGRESS_ALLOW = [],
  SELLER_ALLOW = [],
}: Pick<Config, 'EGRESS_ALLOW' | 'SELLER_ALLOW'>): readonly EgressException[] => [...EGRESS_ALLOW, ...SELLER_ALLOW]
