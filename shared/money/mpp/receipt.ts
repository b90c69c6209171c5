import { BASE } from '#shared/chains/networks.ts'

/**
 * The value of Payment-Receipt for a settled payment. It is equal in every answer to a payment, so its time is that of the
 * call and not of the answer: `callId` is a UUID v7, which begins with its milliseconds.
 */
export function mppReceipt({ network, transaction, callId }: { network: string; transaction: string; callId: string }) {
  const receipt = {
    status: 'success',
    method: network === BASE ? 'evm' : 'solana',
    timestamp: new Date(Number.parseInt(callId.replaceAll('-', '').slice(0, 12), 16)).toISOString(),
    reference: transaction,
  }
  return Buffer.from(JSON.stringify(receipt)).toString('base64url')
}
