import { ownValue } from '#shared/engines/json/json-value.ts'
import { isEvmAddress } from '../networks/evm-address.ts'
import { readNetwork } from '../networks/network.ts'
import type { Payment, PayloadReport } from '../wire/read-payment.ts'
import { dollarOf, tokensWith } from '../networks/token.ts'
import { TOKENS } from '../networks/tokens.rules.ts'

export type Domain = { name: string; version: string; chainId: bigint; verifyingContract: string }

/** A domain a signature may have been made under; the first is the right one, the others say what went wrong. */
export type TriedDomain = { domain: Domain; diagnosis: string; fix: string }

/** EIP-3009. */
export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Each costs a recovery of about a millisecond. */
const MOST_TRIED = 24

/** The domain the requirement names, then those that signers mix it up with. */
export function signedDomains(report: PayloadReport, { option, version }: Payment, asset: string): TriedDomain[] {
  const { extra, network, token } = option
  if (network === null || network.chainId === null || !isEvmAddress(asset)) return []
  const known = token ?? (option.asset === null ? dollarOf(network.caip2) : null)
  const named = { name: ownValue(extra, 'name'), version: ownValue(extra, 'version') }
  for (const field of ['name', 'version'] as const) {
    const isMissing = typeof named[field] !== 'string' || named[field] === ''
    if (isMissing && version === 2)
      report.add('missing_eip712_domain', `/accepted/extra/${field}`, {
        field,
        expected: known?.domain?.[field] ?? `${field}() of the token contract`,
      })
  }
  if (option.asset === null && known !== null)
    report.add('asset_assumed', '/network', {
      symbol: known.symbol,
      network: network.known?.name ?? network.caip2 ?? '',
    })
  const name = typeof named.name === 'string' && named.name !== '' ? named.name : known?.domain?.name
  const told = typeof named.version === 'string' && named.version !== '' ? named.version : known?.domain?.version
  const right = { name: name ?? 'USD Coin', version: told ?? '2', chainId: network.chainId, verifyingContract: asset }
  return distinct([{ domain: right, diagnosis: '', fix: '' }, ...mixUps(right, known?.domain ?? null)]).slice(
    0,
    MOST_TRIED,
  )
}

function mixUps(right: Domain, known: { name: string; version: string } | null): TriedDomain[] {
  const names = [
    ...new Set([...(known === null ? [] : [known.name]), ...TOKENS.flatMap(({ domain }) => domain?.name ?? [])]),
  ]
  const versions = [...new Set([right.version, '2', '1'])]
  const chains = [
    ...new Set(
      [...tokensWith(right.verifyingContract), ...TOKENS.slice(0, 4)].map(
        ({ network }) => readNetwork(network).chainId,
      ),
    ),
  ].filter((chainId) => chainId !== null)
  return [
    ...names.map((name) => variant(right, { name }, 'name', `name ${JSON.stringify(name)}`)),
    ...versions.map((version) => variant(right, { version }, 'version', `version ${JSON.stringify(version)}`)),
    ...chains.map((chainId) => variant(right, { chainId }, 'chain', `chain id ${chainId}`)),
    ...chains.flatMap((chainId) => {
      const token = dollarOf(`eip155:${chainId}`)
      if (token?.domain === null || token === null) return []
      const other = { ...token.domain, chainId, verifyingContract: token.address }
      const where = readNetwork(token.network).known?.name ?? token.network
      return [
        {
          domain: other,
          diagnosis: `It was signed for ${token.symbol} of ${where}.`,
          fix: 'Sign for the accepted network and asset.',
        },
        variant(right, { verifyingContract: token.address }, 'asset', `contract ${token.address}`),
      ]
    }),
  ]
}

const variant = (right: Domain, change: Partial<Domain>, what: string, told: string): TriedDomain => ({
  domain: { ...right, ...change },
  diagnosis: `It was signed with the wrong ${what}: ${told}.`,
  fix: `Sign with name ${JSON.stringify(right.name)}, version ${JSON.stringify(right.version)}, chain id ${right.chainId}, contract ${right.verifyingContract}.`,
})

function distinct(tried: TriedDomain[]): TriedDomain[] {
  const seen = new Set<string>()
  return tried.filter(({ domain }) => {
    const key = `${domain.name}|${domain.version}|${domain.chainId}|${domain.verifyingContract.toLowerCase()}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
