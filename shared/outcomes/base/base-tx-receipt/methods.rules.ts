import { selectorOf } from '#shared/engines/evm/hash.ts'

/** Functions that transactions on Base commonly call: a selector is only ever a hint at its name. */
const SIGNATURES = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'mint(address,uint256)',
  'burn(uint256)',
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
  'cancelAuthorization(address,bytes32,bytes)',
  'deposit()',
  'withdraw(uint256)',
  'multicall(bytes[])',
  'multicall(uint256,bytes[])',
  'aggregate3((address,bool,bytes)[])',
  'aggregate3Value((address,bool,uint256,bytes)[])',
  'execute(bytes,bytes[])',
  'execute(bytes,bytes[],uint256)',
  'execute(address,uint256,bytes)',
  'executeBatch((address,uint256,bytes)[])',
  'handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)',
  'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'safeTransferFrom(address,address,uint256)',
  'setApprovalForAll(address,bool)',
  'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
] as const

export const METHODS: ReadonlyMap<string, string> = new Map(
  SIGNATURES.map((signature) => [selectorOf(signature), signature.slice(0, signature.indexOf('('))]),
)
