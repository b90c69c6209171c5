import { memoryPack } from './memory/pack.ts'
import { promptSecurityPack } from './prompt-security/pack.ts'
import { squarePack } from './square/pack.ts'
import { supplyChainPack } from './supply-chain/pack.ts'
import { identityPack } from './identity/pack.ts'
import { agentPack } from './agent/pack.ts'
import { infraPack } from './infra/pack.ts'
import { costPack } from './cost/pack.ts'
import { intelPack } from './intel/pack.ts'
import { agentCommercePack } from './agent-commerce/pack.ts'
import { builderPack } from './builder/pack.ts'
import { computeMediaPack } from './compute-media/pack.ts'
import { computeTextPack } from './compute-text/pack.ts'
import { basePack } from './base/pack.ts'
import { dataPack } from './data/pack.ts'
import { mediaPack } from './media/pack.ts'
import type { Pack } from './pack.ts'
import { reliabilityPack } from './reliability/pack.ts'
import { searchPack } from './search/pack.ts'
import { solanaPack } from './solana/pack.ts'
import { workflowPack } from './workflow/pack.ts'

/** Every pack, listed by hand. A new pack is one line here; a new outcome is one line in its pack. */
export const packs: readonly Pack[] = [
  reliabilityPack,
  builderPack,
  dataPack,
  searchPack,
  mediaPack,
  workflowPack,
  memoryPack,
  identityPack,
  squarePack,
  supplyChainPack,
  promptSecurityPack,
  agentPack,
  infraPack,
  costPack,
  intelPack,
  agentCommercePack,
  computeTextPack,
  computeMediaPack,
  basePack,
  solanaPack,
]
