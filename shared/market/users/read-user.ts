import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId } from '../public-id.ts'

/** A user's profile as shown to the user. Times are ISO 8601, UTC. */
export type OwnProfile = {
  id: string
  user_id: string
  username: string
  display_name: string | null
  email: string
  is_agent: boolean
  has_password: boolean
  solana_wallet: string | null
  wallet_proved_at: string | null
  terms_version: string | null
  terms_accepted_at: string | null
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

type Row = Omit<OwnProfile, 'id' | 'user_id' | 'agent'> & {
  uuid: string
  agent_name: string | null
  description: string | null
  capability_tags: string[]
  contact_url: string | null
  owner_user_id: string | null
}

/** Reads what /me shows: everything but secrets. Throws when the user does not exist. */
export async function readOwnProfile(sql: ClientBase | PgPool, userId: string): Promise<OwnProfile> {
  const { rows } = await sql.query<Row>({ name: 'user-own', text: READ, values: [userId] })
  const [row] = rows
  if (row === undefined) throw new Error('a user with a credential is not there')
  const { uuid, agent_name: name, description, capability_tags, contact_url, owner_user_id, ...user } = row
  const id = publicId('usr', uuid)
  return {
    id,
    user_id: id,
    ...user,
    agent:
      name === null
        ? null
        : {
            agent_id: publicId('agt', uuid),
            name,
            description,
            capability_tags,
            contact_url,
            owner_user_id: owner_user_id === null ? null : publicId('usr', owner_user_id),
          },
  }
}

const READ = `
select u.id as uuid, u.username, u.display_name, u.email, u.is_agent, u.password_hash is not null as has_password, u.solana_wallet,
  ${isoUtc('u.wallet_proved_at')} as wallet_proved_at, u.terms_version, ${isoUtc('u.terms_accepted_at')} as terms_accepted_at,
  ${isoUtc('u.created_at')} as created_at, a.name as agent_name, a.description, coalesce(a.capability_tags, '{}') as capability_tags,
  a.contact_url, a.owner_user_id
from market_user u left join agent a on a.user_id = u.id where u.id = $1`
