import { definePack } from '../pack.ts'

import { attest } from './attest.ts'
import { attestVerify } from './attest-verify/outcome.ts'
import { capabilityAttackSurfaceScan } from './capability-attack-surface-scan/outcome.ts'
import { skillSignatureVerify } from './skill-signature-verify/outcome.ts'
import { skillVet } from './skill-vet/outcome.ts'

export const supplyChainPack = definePack({
  name: 'supply-chain-pack',
  purpose: 'Says what a skill or a claim is worth before it is trusted.',
  dayPass: true,
  outcomes: [attest, attestVerify, skillSignatureVerify, skillVet, capabilityAttackSurfaceScan],
})
