import type { ClientBase, Pool as PgPool } from 'pg'

/** The user and every agent it registered, and the agents these registered: UUIDs, the user first. They leave together. */
export async function membersOf(sql: PgPool | ClientBase, userId: string): Promise<string[]> {
  // SQL: walks the chain of registrations.
  const { rows } = await sql.query<{ id: string }>({ name: 'leaving-members', text: MEMBERS, values: [userId] })
  return rows.map(({ id }) => id)
}

const MEMBERS = `
with recursive members(id, depth) as (
  select $1::uuid, 0
  union select a.user_id, m.depth + 1 from agent a join members m on a.owner_user_id = m.id
)
select id from members order by depth, id`
