import { definePack } from '../pack.ts'

import { identityDriftCheck } from './identity-drift-check/outcome.ts'

export const identityPack = definePack({
  name: 'identity-pack',
  purpose: 'Says whether an agent is still the one that was trusted.',
  dayPass: true,
  outcomes: [identityDriftCheck],
})
