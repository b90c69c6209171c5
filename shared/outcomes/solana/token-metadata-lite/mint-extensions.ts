import { toBase58 } from '#shared/lib/crypto/base58.ts'
import type { Mint } from '#shared/engines/solana/token-layouts.ts'

/** Extension types of Token-2022 (solana-program/token-2022, ExtensionType), by what jsonParsed calls them. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'transferFeeConfig',
  3: 'mintCloseAuthority',
  4: 'confidentialTransferMint',
  6: 'defaultAccountState',
  9: 'nonTransferable',
  10: 'interestBearingConfig',
  12: 'permanentDelegate',
  14: 'transferHook',
  16: 'confidentialTransferFeeConfig',
  18: 'metadataPointer',
  19: 'tokenMetadata',
  20: 'groupPointer',
  21: 'tokenGroup',
  22: 'groupMemberPointer',
  23: 'tokenGroupMember',
  24: 'confidentialMintBurn',
  25: 'scaledUiAmountConfig',
  26: 'pausableConfig',
}

export const METADATA_EXTENSION = 19
const NOBODY = '11111111111111111111111111111111'
const FROZEN = 2

export type Extension = { name: string; detail: Record<string, string | number | boolean | null> }

/** The extensions of a mint with what matters of each; one that is not known is named by its number. */
export function readMintExtensions({ extensions }: Mint): Extension[] {
  return extensions.map(({ type, data }) => ({ name: NAMES[type] ?? `unknown(${type})`, detail: detailOf(type, data) }))
}

function detailOf(type: number, data: Buffer): Extension['detail'] {
  const keyAt = (at: number) => {
    const key = data.length >= at + 32 ? toBase58(data.subarray(at, at + 32)) : NOBODY
    return key === NOBODY ? null : key
  }
  switch (type) {
    case 1:
      // Two authorities, what is withheld, then the older and the newer fee: epoch, most, basis points.
      return data.length < 108
        ? {}
        : {
            basis_points: data.readUInt16LE(106),
            maximum_fee: data.readBigUInt64LE(98).toString(),
            authority: keyAt(0),
          }
    case 3:
      return { close_authority: keyAt(0) }
    case 6:
      return { frozen: data[0] === FROZEN }
    case 10:
      return { rate_authority: keyAt(0) }
    case 12:
      return { delegate: keyAt(0) }
    case 14:
      return { authority: keyAt(0), program_id: keyAt(32) }
    case 18:
      return { authority: keyAt(0), metadata_address: keyAt(32) }
    case 26:
      return { authority: keyAt(0), paused: data[32] === 1 }
    default:
      return {}
  }
}
