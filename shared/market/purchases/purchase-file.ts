import type { ClientBase, Pool as PgPool } from 'pg'

/**
 * Everything an operator needs to know of a purchase (UUID), as one JSON object: its row, timeline and payables, and what
 * the card processor said of it. Null when there is none. Amounts are cents, those of payables micro-USDC or lamports.
 */
export async function purchaseFile(sql: ClientBase | PgPool, id: string): Promise<Record<string, unknown> | null> {
  // SQL: of five tables, for one reader.
  const { rows } = await sql.query<{ file: string }>({ name: 'purchase-file', text: READ, values: [id] })
  // Safe: the statement makes an object.
  return rows[0] === undefined ? null : (JSON.parse(rows[0].file) as Record<string, unknown>)
}

const READ = `
select (to_jsonb(p) || jsonb_build_object(
  'timeline', (select coalesce(jsonb_agg(to_jsonb(e) - 'purchase_id' order by e.nth), '[]') from purchase_event e where e.purchase_id = p.id),
  'payables', (select coalesce(jsonb_agg(to_jsonb(o) - 'purchase_id' order by o.created_at), '[]') from payable o where o.purchase_id = p.id),
  'card', (select to_jsonb(c) - 'purchase_id' from card_payment c where c.purchase_id = p.id),
  'card_refunds', (select coalesce(jsonb_agg(to_jsonb(r) - 'purchase_id' order by r.created_at), '[]') from card_refund r where r.purchase_id = p.id),
  'card_disputes', (select coalesce(jsonb_agg(to_jsonb(d) - 'purchase_id' order by d.opened_at), '[]') from card_dispute d where d.purchase_id = p.id)
))::text as file from purchase p where p.id = $1::uuid`
