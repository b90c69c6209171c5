import { definePack } from '../pack.ts'

import { dnsLookup } from './dns-lookup.ts'
import { hmacVerify } from './hmac-verify.ts'
import { ipGeo } from './ip-geo.ts'
import { rateLimitGuard } from './rate-limit-guard.ts'

export const infraPack = definePack({
  name: 'infra-pack',
  purpose: 'Small services that every agent’s plumbing needs.',
  dayPass: false,
  outcomes: [dnsLookup, ipGeo, hmacVerify, rateLimitGuard],
})
