import { TOKENS, type TokenFact } from './tokens.rules.ts'

/** EVM addresses compare without case, all others to the letter. */
export const addressKey = (address: string) => (/^0x/i.test(address) ? address.toLowerCase() : address)

/** Whether two addresses are the same account. */
export const sameAddress = (a: string, b: string) => addressKey(a) === addressKey(b)

const byPlace = new Map(TOKENS.map((token) => [`${token.network} ${addressKey(token.address)}`, token]))

/** The built-in token at an address of a network (CAIP-2); null when it is not one of them. */
export const tokenAt = (network: string | null, address: string): TokenFact | null =>
  network === null ? null : (byPlace.get(`${network} ${addressKey(address)}`) ?? null)

/** The built-in tokens with this address, on any network. */
export const tokensWith = (address: string): readonly TokenFact[] =>
  TOKENS.filter((token) => sameAddress(token.address, address))

/** USDC of a network (CAIP-2), or its substitute there. */
export const dollarOf = (network: string | null): TokenFact | null =>
  TOKENS.find((token) => token.network === network && token.isUsd) ?? null
