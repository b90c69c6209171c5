import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import solc from 'solc'
import { z } from 'zod'

import { type CompiledContract, CONTRACTS } from '#shared/playground/chains/contracts/compiled-contracts.ts'

/** Where the playground keeps its contracts and their bytecode. */
const FOLDER = fileURLToPath(new URL('../../../shared/playground/chains/contracts', import.meta.url))

const Answer = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(z.string(), z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) })),
    )
    .default({}),
})

/** Compiles `<contract>.sol` of a folder. Throws with the compiler's messages, for warnings too. */
export function compileContract(contract: string, folder: string = FOLDER): CompiledContract {
  const file = `${contract}.sol`
  const question = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(join(folder, file), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      // Otherwise the code would end with a hash of the source text, including comments.
      metadata: { appendCBOR: false },
      outputSelection: { [file]: { [contract]: ['evm.deployedBytecode.object'] } },
    },
  }
  const { errors, contracts } = Answer.parse(JSON.parse(solc.compile(JSON.stringify(question))))
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const code = contracts[file]?.[contract]?.evm.deployedBytecode.object
  if (code === undefined) throw new Error(`${file} holds no contract ${contract}.`)
  return { contract, compiler: solc.version(), code: `0x${code}` }
}

// Run `node test/support/contracts/compile-contract.ts` after a change of the source to update the bytecode.
if (import.meta.main) {
  for (const contract of CONTRACTS) {
    writeFileSync(join(FOLDER, `${contract}.json`), `${JSON.stringify(compileContract(contract), null, 2)}\n`)
  }
}
