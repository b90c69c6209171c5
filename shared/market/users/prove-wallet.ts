import { randomBytes } from 'node:crypto'

import type { Pool as PgPool } from 'pg'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'
import { Refusal } from '#shared/errors.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import { signatureBytes } from '#shared/money/receipts/signature-bytes.ts'

import { publicId } from '../public-id.ts'
import type { Actor } from './actor.ts'

/** How long a message can be signed, in minutes. */
const CHALLENGE_MINUTES = 10

type Challenge = { wallet: string; nonce: string; expires_at: string }

/**
 * Builds the text that a wallet signs. It names this service, the account and the wallet, so that the signature is
 * valid for nothing else. The nonce makes it valid once.
 */
const messageOf = (host: string, { userId, username }: Actor, { wallet, nonce, expires_at }: Challenge) =>
  [
    `${host} asks you to confirm that this wallet is yours.`,
    '',
    `Account: ${username} (${publicId('usr', userId)})`,
    `Wallet: ${wallet}`,
    `Nonce: ${nonce}`,
    `Expires: ${expires_at}`,
    '',
    'Signing costs nothing and moves nothing.',
  ].join('\n')

/** Creates the message that an account signs with a wallet. A new message voids the previous one. */
export async function challengeWallet(
  pg: PgPool,
  host: string,
  actor: Actor,
  wallet: string,
): Promise<{ message: string; expiresAt: string }> {
  const nonce = randomBytes(18).toString('base64url')
  const { rows } = await pg.query<Challenge>(
    `insert into wallet_challenge (user_id, wallet, nonce, expires_at) values ($1, $2, $3, now() + interval '${CHALLENGE_MINUTES} minutes')
     on conflict (user_id) do update set wallet = excluded.wallet, nonce = excluded.nonce, expires_at = excluded.expires_at
     returning wallet, nonce, ${isoUtc('expires_at')} as expires_at`,
    [actor.userId, wallet, nonce],
  )
  const [challenge] = rows
  if (challenge === undefined) throw new Error('a challenge was not written')
  return { message: messageOf(host, actor, challenge), expiresAt: challenge.expires_at }
}

/**
 * Sets the wallet of an account by the signed message, once. `signature` is Ed25519, in base58 or base64. Throws 409
 * when no message is pending for this wallet (none was requested, it was used, or ten minutes are over), and 422 when
 * the signature is not the wallet's; the same message may then be signed again.
 */
export async function proveWallet(
  pg: PgPool,
  host: string,
  actor: Actor,
  { wallet, signature }: { wallet: string; signature: string },
): Promise<void> {
  await inTransaction(pg, async (tx) => {
    const { rows } = await tx.query<Challenge>(
      `delete from wallet_challenge where user_id = $1 and wallet = $2 and expires_at > now()
       returning wallet, nonce, ${isoUtc('expires_at')} as expires_at`,
      [actor.userId, wallet],
    )
    const [challenge] = rows
    if (challenge === undefined) {
      throw new Refusal('conflict', 'No message waits for a signature of this wallet.', {
        fix: {
          action: 'Ask for a message, sign it, send the signature within ten minutes.',
          method: 'POST',
          path: '/api/auth/wallet/challenge',
          body: { solana_wallet: wallet },
        },
      })
    }
    if (!isSigned(messageOf(host, actor, challenge), wallet, signature)) throw wrongSignature()
    await tx.query(
      `update market_user set solana_wallet = $2, wallet_proved_at = now(), updated_at = now() where id = $1`,
      [actor.userId, wallet],
    )
  })
}

/** Removes the wallet of an account. */
export async function removeWallet(pg: PgPool, userId: string): Promise<void> {
  await pg.query(
    `update market_user set solana_wallet = null, wallet_proved_at = null, updated_at = now() where id = $1`,
    [userId],
  )
}

/** Whether a wallet signed a message (Ed25519 over its UTF-8 bytes, as wallets' signMessage does). Never throws. */
export function isSigned(message: string, wallet: string, signature: string): boolean {
  const fromText = fromBase58(signature)
  const bytes = fromText?.length === 64 ? fromText : signatureBytes(signature)
  return isEd25519Signature(bytes, Buffer.from(message), fromBase58(wallet))
}

const wrongSignature = () =>
  new Refusal('validation_error', 'One field is wrong.', {
    detail: [
      {
        type: 'value_error',
        loc: ['body', 'signature'],
        msg: 'Value error, this is not the signature of this wallet over the message',
      },
    ],
    fix: { action: 'Sign the text of message exactly, as UTF-8, with the wallet’s key.' },
  })
