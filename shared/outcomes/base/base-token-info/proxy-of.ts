import { checksumAddress, ZERO_ADDRESS } from '#shared/engines/x402/networks/evm-address.ts'
import { addressAt } from '#shared/engines/evm/abi.ts'
import { type BaseReader, rpcShapes } from '#shared/engines/evm/base-reader.ts'
import { keccak } from '#shared/engines/evm/hash.ts'

export type Proxy = {
  kind: 'erc1967' | 'erc1967_beacon' | 'zeppelinos' | 'erc1167'
  implementation: string | null
  admin: string | null
}

/** A slot of EIP-1967: one below the hash of its name. */
const below = (name: string) => `0x${(BigInt(`0x${keccak(name).toString('hex')}`) - 1n).toString(16).padStart(64, '0')}`
const SLOTS = {
  implementation: below('eip1967.proxy.implementation'),
  beacon: below('eip1967.proxy.beacon'),
  admin: below('eip1967.proxy.admin'),
  // Proxies older than the standard, USDC's among them.
  oldImplementation: `0x${keccak('org.zeppelinos.proxy.implementation').toString('hex')}`,
  oldAdmin: `0x${keccak('org.zeppelinos.proxy.admin').toString('hex')}`,
}

/** EIP-1167: code that only passes on to an address. */
const MINIMAL = /^363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/

/** Which kind of proxy a contract is, by its code and storage; null for one that stands for itself. */
export async function proxyOf(reader: BaseReader, address: string, code: Buffer): Promise<Proxy | null> {
  const minimal = MINIMAL.exec(code.toString('hex', 0, 45))?.[1]
  if (minimal !== undefined) return { kind: 'erc1167', implementation: checksumAddress(`0x${minimal}`), admin: null }
  const tag = `0x${reader.block.number.toString(16)}`
  const at = async (slot: string) => {
    const bytes = await reader.ask('eth_getStorageAt', [address, slot, tag], rpcShapes.Bytes)
    const found = bytes.length === 32 ? addressAt(bytes) : null
    return found === null || found === ZERO_ADDRESS ? null : checksumAddress(found)
  }
  const [implementation, beacon, admin, oldImplementation, oldAdmin] = await Promise.all([
    at(SLOTS.implementation),
    at(SLOTS.beacon),
    at(SLOTS.admin),
    at(SLOTS.oldImplementation),
    at(SLOTS.oldAdmin),
  ])
  if (implementation !== null) return { kind: 'erc1967', implementation, admin }
  if (beacon !== null) return { kind: 'erc1967_beacon', implementation: null, admin: beacon }
  return oldImplementation === null ? null : { kind: 'zeppelinos', implementation: oldImplementation, admin: oldAdmin }
}
