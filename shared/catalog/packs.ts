import { memoryPack } from '../outcomes/memory/pack.ts'
import { promptSecurityPack } from '../outcomes/prompt-security/pack.ts'
import { squarePack } from '../outcomes/square/pack.ts'
import { supplyChainPack } from '../outcomes/supply-chain/pack.ts'
import { identityPack } from '../outcomes/identity/pack.ts'
import { agentPack } from '../outcomes/agent/pack.ts'
import { infraPack } from '../outcomes/infra/pack.ts'
import { costPack } from '../outcomes/cost/pack.ts'
import { intelPack } from '../outcomes/intel/pack.ts'
import { agentCommercePack } from '../outcomes/agent-commerce/pack.ts'
import { builderPack } from '../outcomes/builder/pack.ts'
import { computeMediaPack } from '../outcomes/compute-media/pack.ts'
import { computeTextPack } from '../outcomes/compute-text/pack.ts'
import { basePack } from '../outcomes/base/pack.ts'
import { dataPack } from '../outcomes/data/pack.ts'
import { mediaPack } from '../outcomes/media/pack.ts'
import type { Pack } from '../outcomes/pack.ts'
import { reliabilityPack } from '../outcomes/reliability/pack.ts'
import { searchPack } from '../outcomes/search/pack.ts'
import { solanaPack } from '../outcomes/solana/pack.ts'
import { workflowPack } from '../outcomes/workflow/pack.ts'

/** Every pack, listed explicitly. A new pack is one line here; a new outcome is one line in its pack. */
export const packs = [
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
] as const satisfies readonly Pack[]
