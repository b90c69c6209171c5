import { definePack } from '../pack.ts'

import { hmacVerify } from './hmac-verify.ts'
import { rateLimitGuard } from './rate-limit-guard.ts'

export const infraPack = definePack({
  name: 'infra-pack',
  purpose: 'Small services that every agent’s plumbing needs.',
  dayPass: false,
  outcomes: [hmacVerify, rateLimitGuard],
})
