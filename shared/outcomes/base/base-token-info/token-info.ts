import { checksumAddress, ZERO_ADDRESS } from '#shared/engines/x402/networks/evm-address.ts'
import { shownText } from '#shared/engines/token/shown-text.ts'
import { addressAt, textAt, uintAt } from '#shared/engines/evm/abi.ts'
import type { BaseReader } from '#shared/engines/evm/base-reader.ts'
import { calls } from '#shared/engines/evm/calls.ts'
import { capabilitiesOf } from './capabilities.ts'
import { amountOf, refuseUnlessContract, tokenCalls, tokenFacts } from '#shared/engines/evm/find-token.ts'
import type { CallResult } from '#shared/engines/evm/multicall.ts'
import { type Proxy, proxyOf } from './proxy-of.ts'

const SOMEBODY = '0x0000000000000000000000000000000000000001'
const ZERO_WORD = '0'.repeat(64)
const ERC721 = '0x80ac58cd'
const ERC1155 = '0xd9b67a26'

/** What a token is, what it can do, and what whoever controls it can do. */
export async function tokenInfo(reader: BaseReader, token: string) {
  const [results, code] = await Promise.all([
    reader.call([
      ...tokenCalls(token),
      calls.totalSupply(token),
      calls.balanceOf(token, SOMEBODY),
      calls.domainSeparator(token),
      calls.nonces(token, SOMEBODY),
      calls.authorizationState(token, SOMEBODY, ZERO_WORD),
      calls.eip712Domain(token),
      calls.version(token),
      calls.owner(token),
      calls.asset(token),
      calls.supportsInterface(token, ERC721),
      calls.supportsInterface(token, ERC1155),
    ]),
    reader.codeOf(token),
  ])
  refuseUnlessContract(['token'], code)
  const proxy = await proxyOf(reader, token, code)
  const implementation = proxy?.implementation ? await reader.codeOf(proxy.implementation) : null
  const [
    symbol,
    name,
    decimals,
    supply,
    balance,
    separator,
    nonces,
    authorization,
    domain,
    version,
    owner,
    asset,
    nft,
    multi,
  ] = results
  const facts = tokenFacts(reader.chain, token, [symbol, name, decimals])
  const total = wordOf(supply)
  const eip712 = domainOf(domain, facts.name, version, reader)
  const standards = {
    erc20: total !== null && wordOf(balance) !== null && !isYes(nft),
    erc2612_permit: wordOf(separator) !== null && wordOf(nonces) !== null,
    eip3009: isFlag(authorization),
    erc1967_proxy: proxy !== null && proxy.kind.startsWith('erc1967'),
    erc4626: addressOf(asset) !== null,
    erc721: isYes(nft),
    erc1155: isYes(multi),
  }
  return {
    address: token,
    name: facts.name,
    symbol: facts.symbol,
    decimals: facts.decimals,
    total_supply: total === null ? null : { raw: total.toString(), amount: amountOf(total, facts.decimals) },
    standard: Object.entries(standards).flatMap(([standard, holds]) => (holds ? [standard] : [])),
    eip712_domain: eip712,
    proxy,
    owner: addressOf(owner),
    capabilities: withUpgrade(capabilitiesOf(implementation === null ? [code] : [code, implementation]), proxy),
    verified: facts.verified,
    lookalike_of: facts.lookalike_of,
    nonstandard: facts.nonstandard,
    x402_ready: standards.eip3009 && eip712 !== null,
  }
}

/** A proxy that somebody administers can be given other code, whatever its functions are called. */
const withUpgrade = (capabilities: string[], proxy: Proxy | null) =>
  proxy !== null && proxy.kind !== 'erc1167' && !capabilities.includes('upgrade')
    ? [...capabilities, 'upgrade']
    : capabilities

/** A number that came whole; an answer of any other length is that of a fallback. */
const wordOf = (result: CallResult | undefined) =>
  result?.ok === true && result.data.length === 32 ? uintAt(result.data) : null
const isYes = (result: CallResult | undefined) => wordOf(result) === 1n
const isFlag = (result: CallResult | undefined) => {
  const value = wordOf(result)
  return value === 0n || value === 1n
}

function addressOf(result: CallResult | undefined): string | null {
  const address = result?.ok === true && result.data.length === 32 ? addressAt(result.data) : null
  return address === null || address === ZERO_ADDRESS ? null : checksumAddress(address)
}

/** The EIP-712 domain signatures are made for: as ERC-5267 tells it, else of name() and version(); null without either. */
function domainOf(
  domain: CallResult | undefined,
  name: string | null,
  version: CallResult | undefined,
  reader: BaseReader,
) {
  if (domain?.ok === true && domain.data.length >= 224) {
    const [told, toldVersion, chainId] = [textAt(domain.data, 32), textAt(domain.data, 64), uintAt(domain.data, 96)]
    if (told !== null && toldVersion !== null && chainId !== null)
      return { name: shownText(told) ?? '', version: shownText(toldVersion) ?? '', chain_id: Number(chainId) }
  }
  const own = version?.ok === true ? shownText(textAt(version.data)) : null
  if (name === null || own === null) return null
  return { name, version: own, chain_id: Number(reader.network.slice('eip155:'.length)) }
}
