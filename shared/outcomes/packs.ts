import { builderPack } from './builder/pack.ts'
import { dataPack } from './data/pack.ts'
import { mediaPack } from './media/pack.ts'
import type { Pack } from './pack.ts'
import { reliabilityPack } from './reliability/pack.ts'
import { searchPack } from './search/pack.ts'
import { workflowPack } from './workflow/pack.ts'

/** Every pack, listed by hand. A new pack is one line here; a new outcome is one line in its pack. */
export const packs: readonly Pack[] = [reliabilityPack, builderPack, dataPack, searchPack, mediaPack, workflowPack]
