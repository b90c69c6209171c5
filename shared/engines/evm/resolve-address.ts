import type { EvmChain } from '#shared/chains/readable-chains.ts'
import { invalidFields } from '#shared/errors.ts'

import { checksumAddress, hasWrongChecksum, ZERO_ADDRESS } from '../x402/networks/evm-address.ts'
import { addressAt } from './abi.ts'
import type { BaseReader } from './base-reader.ts'
import { calls } from './calls.ts'
import { keccak } from './hash.ts'

type Path = (string | number)[]

/** Registries of names on Base (github.com/base/basenames), a separate ENS deployment. */
const REGISTRIES: Readonly<Record<EvmChain, string>> = {
  base: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
  'base-sepolia': '0x1493b2567056c2181630115660963E13A8E32735',
}

/** The address in EIP-55 spelling. Refuses one whose letters carry a checksum that does not fit: a digit may be wrong. */
export function readAddress(path: Path, text: string): string {
  if (hasWrongChecksum(text))
    throw invalidFields({
      path,
      type: 'bad_checksum',
      msg: 'Value error, its EIP-55 checksum does not fit: copy the address again, or send it in lower case',
    })
  return checksumAddress(text)
}

/** The address a name on Base leads to, or the address that was given, in EIP-55 spelling. */
export async function resolveAddress(
  reader: BaseReader,
  path: Path,
  text: string,
): Promise<{ address: string; resolvedFrom: string | null }> {
  if (text.startsWith('0x')) return { address: readAddress(path, text), resolvedFrom: null }
  const name = text.toLowerCase()
  const node = nodeOf(name)
  const resolver = await addressFrom(reader, calls.resolver(REGISTRIES[reader.chain], node))
  const address = resolver === null ? null : await addressFrom(reader, calls.addr(resolver, node))
  if (address === null)
    throw invalidFields({ path, type: 'name_not_found', msg: `Value error, ${name} leads to no address on this chain` })
  return { address: checksumAddress(address), resolvedFrom: name }
}

async function addressFrom(reader: BaseReader, call: { to: string; data: string }): Promise<string | null> {
  const [result] = await reader.call([call])
  const address = result?.ok === true ? addressAt(result.data) : null
  return address === ZERO_ADDRESS ? null : address
}

/** The node of a name (EIP-137); labels are plain ASCII, so there is nothing to normalise. */
export function nodeOf(name: string): Buffer {
  return name
    .split('.')
    .toReversed()
    .reduce<Buffer>((node, label) => keccak(Buffer.concat([node, keccak(label)])), Buffer.alloc(32))
}
