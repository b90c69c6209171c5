import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

/** Runtime code of a contract in this folder, in the format of `anvil_setCode`, and the compiler version. */
const CompiledContract = z.object({
  contract: z.string(),
  compiler: z.string(),
  code: z.string().regex(/^0x[0-9a-f]+$/),
})
export type CompiledContract = z.output<typeof CompiledContract>

export const CONTRACTS = ['TestUsdc', 'Multicall3'] as const

/** Reads the bytecode stored beside a contract's source. A test compiles the source and compares. */
export function compiledContract(contract: (typeof CONTRACTS)[number]): CompiledContract {
  const text = readFileSync(join(import.meta.dirname, `${contract}.json`), 'utf8')
  return CompiledContract.parse(JSON.parse(text))
}
