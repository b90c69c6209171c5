import { expect, test } from 'vitest'

import { compileContract } from '#test/support/contracts/compile-contract.ts'
import { compiledContract, CONTRACTS } from './compiled-contracts.ts'

test.each(CONTRACTS)('the bytecode of %s is what its source compiles to, without a warning', (contract) => {
  expect(compiledContract(contract)).toEqual(compileContract(contract))
})
