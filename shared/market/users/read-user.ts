import type { EntityManager } from '@mikro-orm/sql'

import { Agent } from '../agents/agent.entity.ts'
import { publicId } from '../public-id.ts'
import { MarketUser } from './market-user.entity.ts'
import { TERMS_VERSION } from './terms.ts'

/** A user's profile as shown to the user. Times are ISO 8601, UTC. */
export type OwnProfile = {
  id: string
  user_id: string
  username: string
  display_name: string | null
  email: string
  email_confirmed_at: string | null
  wants_notices: boolean
  is_agent: boolean
  has_password: boolean
  solana_wallet: string | null
  wallet_proved_at: string | null
  terms_version: string | null
  terms_accepted_at: string | null
  must_accept_terms: boolean
  created_at: string
  agent: {
    agent_id: string
    name: string
    description: string | null
    capability_tags: string[]
    contact_url: string | null
    owner_user_id: string | null
  } | null
}

/** Reads what /me shows: everything but secrets. Throws when the user does not exist. */
export async function readOwnProfile(em: EntityManager, userId: string): Promise<OwnProfile> {
  const [user, agent] = await Promise.all([em.findOneOrFail(MarketUser, { id: userId }), em.findOne(Agent, { userId })])
  const id = publicId('usr', userId)
  return {
    id,
    user_id: id,
    username: user.username,
    display_name: user.displayName ?? null,
    email: user.email,
    email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    wants_notices: user.wantsNotices,
    is_agent: user.isAgent,
    has_password: typeof user.passwordHash === 'string',
    solana_wallet: user.solanaWallet ?? null,
    wallet_proved_at: user.walletProvedAt?.toISOString() ?? null,
    terms_version: user.termsVersion ?? null,
    terms_accepted_at: user.termsAcceptedAt?.toISOString() ?? null,
    must_accept_terms: typeof user.termsVersion === 'string' && user.termsVersion !== TERMS_VERSION,
    created_at: user.createdAt.toISOString(),
    agent: agent === null ? null : agentView(agent),
  }
}

const agentView = (agent: Agent): OwnProfile['agent'] => ({
  agent_id: publicId('agt', agent.userId),
  name: agent.name,
  description: agent.description ?? null,
  capability_tags: agent.capabilityTags,
  contact_url: agent.contactUrl ?? null,
  owner_user_id: typeof agent.ownerUserId === 'string' ? publicId('usr', agent.ownerUserId) : null,
})
