import { randomBytes } from 'node:crypto'

import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'
import { Refusal } from '#shared/errors.ts'
import { fragment, now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { signatureBytes } from '#shared/money/receipts/signature-bytes.ts'

import { publicId } from '../public-id.ts'
import type { Actor } from './actor.ts'
import { MarketUser } from './market-user.entity.ts'
import { WalletChallenge } from './wallet-challenge.entity.ts'

/** How long a message can be signed, in minutes. */
const CHALLENGE_MINUTES = 10
/** How long nothing is paid to a wallet that replaced another, in hours: time to notice a thief. */
export const REST_HOURS = 72

type Challenge = Pick<WalletChallenge, 'wallet' | 'nonce' | 'expiresAt'>

/**
 * Builds the text that a wallet signs. It names this service, the account and the wallet, so that the signature is
 * valid for nothing else. The nonce makes it valid once.
 */
const messageOf = (host: string, { userId, username }: WalletProof['actor'], { wallet, nonce, expiresAt }: Challenge) =>
  [
    `${host} asks you to confirm that this wallet is yours.`,
    '',
    `Account: ${username} (${publicId('usr', userId)})`,
    `Wallet: ${wallet}`,
    `Nonce: ${nonce}`,
    `Expires: ${expiresAt.toISOString()}`,
    '',
    'Signing costs nothing and moves nothing.',
  ].join('\n')

/** Creates the message that an account signs with a wallet. A new message voids the previous one. */
export async function challengeWallet(
  em: EntityManager,
  { host, actor, wallet }: Omit<WalletProof, 'signature'>,
): Promise<{ message: string; expiresAt: string }> {
  const nonce = randomBytes(18).toString('base64url')
  const [challenge] = await em
    .qb(WalletChallenge)
    .insert({
      userId: actor.userId,
      wallet,
      nonce,
      expiresAt: fragment`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .onConflict(['userId'])
    .merge(['wallet', 'nonce', 'expiresAt'])
    .returning(['wallet', 'nonce', 'expiresAt'])
    .execute<Challenge[]>('all')
  if (challenge === undefined) throw new Error('a challenge was not written')
  return { message: messageOf(host, actor, challenge), expiresAt: challenge.expiresAt.toISOString() }
}

/**
 * Sets the wallet of an account by the signed message, once. `signature` is Ed25519, in base58 or base64. Throws 409
 * when no message is pending for this wallet (none was requested, it was used, or ten minutes are over), and 422 when
 * the signature is not the wallet's; the same message may then be signed again.
 */
export async function proveWallet(db: Pick<Db, 'pg' | 'em'>, proof: WalletProof): Promise<void> {
  await inUnitOfWork(db, (em) => setProvedWallet(em, proof, [proof.actor.userId]))
}

/** A signed message: who was asked to sign it, and with which wallet. */
export type WalletProof = { host: string; actor: Pick<Actor, 'userId' | 'username'>; wallet: string; signature: string }

/** Takes the signed message of a user and sets its wallet for `userIds`, inside the caller's transaction. Throws as `proveWallet` does. */
export async function setProvedWallet(
  em: EntityManager,
  proof: WalletProof,
  userIds: readonly string[],
): Promise<void> {
  const { host, actor, wallet, signature } = proof
  const pending = { userId: actor.userId, wallet, expiresAt: { $gt: now } }
  const challenge = await em.findOne(WalletChallenge, pending, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (challenge === null) {
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
  await em.nativeDelete(WalletChallenge, { userId: actor.userId })
  await em.nativeUpdate(
    MarketUser,
    { id: { $in: [...userIds] } },
    {
      solanaWallet: wallet,
      walletProvedAt: now,
      walletRestsUntil: fragment`case when coalesce(proved_wallet, ${wallet}) = ${wallet} then wallet_rests_until
          else now() + make_interval(hours => ${REST_HOURS}) end`,
      provedWallet: wallet,
      updatedAt: now,
    },
  )
}

/** Removes the wallet of an account. */
export async function removeWallet(em: EntityManager, userId: string): Promise<void> {
  await em.nativeUpdate(MarketUser, { id: userId }, { solanaWallet: null, walletProvedAt: null, updatedAt: now })
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
