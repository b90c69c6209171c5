import { addressWord } from './abi.ts'
import { selectorOf } from './hash.ts'
import type { Call } from './multicall.ts'

const read =
  (signature: string) =>
  (to: string, ...words: string[]): Call => ({ to, data: [selectors(signature), ...words].join('') })

const known = new Map<string, string>()
function selectors(signature: string): string {
  const selector = known.get(signature) ?? selectorOf(signature)
  known.set(signature, selector)
  return selector
}

/** The reads of contracts that outcomes make; arguments are whole ABI words in hex. */
export const calls = {
  balanceOf: (token: string, owner: string) => read('balanceOf(address)')(token, addressWord(owner)),
  allowance: (token: string, owner: string, spender: string) =>
    read('allowance(address,address)')(token, addressWord(owner), addressWord(spender)),
  decimals: read('decimals()'),
  symbol: read('symbol()'),
  name: read('name()'),
  totalSupply: read('totalSupply()'),
  version: read('version()'),
  owner: read('owner()'),
  asset: read('asset()'),
  domainSeparator: read('DOMAIN_SEPARATOR()'),
  eip712Domain: read('eip712Domain()'),
  nonces: (token: string, owner: string) => read('nonces(address)')(token, addressWord(owner)),
  authorizationState: (token: string, owner: string, nonce: string) =>
    read('authorizationState(address,bytes32)')(token, addressWord(owner), nonce),
  supportsInterface: (token: string, id: string) =>
    read('supportsInterface(bytes4)')(token, id.slice(2).padEnd(64, '0')),
  ethBalance: (multicall: string, owner: string) => read('getEthBalance(address)')(multicall, addressWord(owner)),
  permit2Allowance: (permit2: string, owner: string, token: string, spender: string) =>
    read('allowance(address,address,address)')(permit2, addressWord(owner), addressWord(token), addressWord(spender)),
  resolver: (registry: string, node: Buffer) => read('resolver(bytes32)')(registry, node.toString('hex')),
  addr: (resolver: string, node: Buffer) => read('addr(bytes32)')(resolver, node.toString('hex')),
}
