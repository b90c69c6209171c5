import { randomBytes } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import type { CredentialMint } from '#shared/money/credentials.ts'

import { makeKey } from '../users/api-keys.ts'
import { SCOPES } from '../users/actor.ts'
import { insertUser, usernameTaken } from '../users/register-user.ts'
import { publicId } from '../public-id.ts'
import { Agent } from './agent.entity.ts'

/** Public profile that an agent gives at registration. */
export type AgentProfile = {
  name: string | null
  description: string | null
  capabilityTags: readonly string[]
  contactUrl: string | null
}

export type NewAgent = {
  id: string
  /** Null: a name is generated. */
  username: string | null
  /** PHC string; null for an agent without a password, which uses its key only. */
  passwordHash: string | null
  wallet: string | null
  hasAcceptedTerms: boolean
  /** The user who registers the agent; null when it registers itself. */
  ownerUserId: string | null
  profile: AgentProfile
}

/** A registered agent. The mint derives its API key from `key_id` (type ak). */
export type RegisteredAgent = {
  agent_id: string
  user_id: string
  username: string
  email: string
  key_id: string
  created_at: string
}

/** E-mail address of an agent, in a domain that cannot exist (RFC 2606), so that no mail is ever sent to it. */
export const agentEmail = (id: string): string => `${publicId('agt', id)}@agents.invalid`

/** Characters that are hard to confuse with each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const MADE_UP_TRIES = 5

const madeUpName = () => `agent_${Array.from(randomBytes(10), (byte) => LETTERS[byte % LETTERS.length]).join('')}`

/** Generates an agent's id, from which its e-mail address is derived. */
export const newAgentId = (): string => uuidv7()

/**
 * Registers an agent inside the caller's transaction: account, profile and first key. Throws 409 `username_taken` when
 * a chosen name is taken. When a generated name is taken, another one is drawn.
 */
export async function registerAgent(
  em: EntityManager,
  mint: CredentialMint,
  agent: NewAgent,
): Promise<RegisteredAgent> {
  const { id, profile } = agent
  const email = agentEmail(id)
  const { username, createdAt } = await insertNamed(em, agent, email)
  await em.insert(Agent, {
    userId: id,
    ...profile,
    name: profile.name ?? username,
    capabilityTags: [...profile.capabilityTags],
    ownerUserId: agent.ownerUserId,
  })
  const firstKey = { userId: id, name: 'first key', scopes: SCOPES, expiresInDays: null }
  const { key_id } = await makeKey(em, mint, firstKey)
  return { agent_id: publicId('agt', id), user_id: publicId('usr', id), username, email, key_id, created_at: createdAt }
}

async function insertNamed(
  em: EntityManager,
  { id, username: chosen, passwordHash, wallet, hasAcceptedTerms, profile }: NewAgent,
  email: string,
): Promise<{ username: string; createdAt: string }> {
  for (let tries = 0; tries < MADE_UP_TRIES; tries += 1) {
    const username = chosen ?? madeUpName()
    const user = {
      id,
      username,
      email,
      passwordHash,
      displayName: profile.name,
      wallet,
      isAgent: true,
      hasAcceptedTerms,
    }
    const createdAt = await insertUser(em, user)
    if (createdAt !== null) return { username, createdAt }
    if (chosen !== null) throw usernameTaken(chosen)
  }
  throw new Error('five made-up names were all taken')
}
