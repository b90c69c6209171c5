import type { PayerKind } from '../http/access-log.ts'
import type { Charge } from './accept/charge-credential.ts'
import type { Credential, SentCredential } from './credential-for.ts'

/** Who is to pay, by the first credential of a request. A payment names its chain once it is decoded. */
export function presentedPayer([first]: readonly (Credential | SentCredential)[]): PayerKind {
  switch (first?.kind) {
    case undefined:
    case 'malformed':
      return 'none'
    case 'key':
      return first.trial ? 'trial' : 'key'
    case 'pass':
      return 'pass'
    case 'payment':
      return 'sent' in first && first.sent.network.startsWith('solana') ? 'solana' : 'base'
  }
}

/** Who paid a call. */
export function chargedPayer({ payer }: Charge, credentials: readonly Credential[]): PayerKind {
  switch (payer) {
    case 'prepaid':
      return 'key'
    case 'x402':
      return presentedPayer(credentials.filter(({ kind }) => kind === 'payment'))
    case 'free':
      return 'none'
    case 'trial':
    case 'pass':
      return payer
  }
}
