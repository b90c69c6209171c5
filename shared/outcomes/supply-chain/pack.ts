import { definePack } from '../pack.ts'

import { attest } from './attest.ts'
import { attestVerify } from './attest-verify.ts'

export const supplyChainPack = definePack({
  name: 'supply-chain-pack',
  purpose: 'Says what a skill or a claim is worth before it is trusted.',
  dayPass: true,
  outcomes: [attest, attestVerify],
})
