import { definePack } from '../pack.ts'

import { dnsLookup } from './dns-lookup/outcome.ts'
import { hmacVerify } from './hmac-verify.ts'
import { ipGeo } from './ip-geo/outcome.ts'
import { rateLimitGuard } from './rate-limit-guard/outcome.ts'

export const infraPack = definePack({
  name: 'infra-pack',
  purpose: 'Small services that every agent’s plumbing needs.',
  dayPass: false,
  outcomes: [dnsLookup, ipGeo, hmacVerify, rateLimitGuard],
})
