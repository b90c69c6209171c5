import type { Pool as PgPool } from 'pg'

import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import { AnswerCache } from '#shared/lib/concurrency/answer-cache.ts'
import { MicroBatcher } from '#shared/lib/concurrency/micro-batcher.ts'

import type { Actor } from '../users/actor.ts'
import { seenCredentials, SENT_CREDENTIAL, sentCredential } from '../users/kept-actors.ts'
import { admit, type Asker, requireLicense } from './find-purchase.ts'
import type { Purchase } from './purchase.entity.ts'
import { type Delivery, deliveryOf } from './read-delivery.ts'

/** Statements at once, texts that are kept in memory, and the characters of the longest one that is. */
const AT_ONCE = 2
const TEXTS_KEPT = 256
const LONGEST_KEPT = 16_384

/**
 * Reads what the purchase of a path id delivers, for those whom findLicensed admits. `freshActor` looks the asker's
 * credential up anew, and throws when it has ended.
 */
export type FindDelivery = (asker: Asker, id: string, freshActor: () => Promise<Actor | null>) => Promise<Delivery>

/**
 * Returns a function that reads deliveries. Those that are asked for together share a statement, which looks at the
 * asker's credential too, so the asker's actor may be some seconds old. Texts never change under their hash, so short ones
 * are kept; the statement says whether they are still there. Throws as findLicensed, requireLicense and readDelivery do.
 */
export function deliveries(db: Pick<Db, 'pg'>): FindDelivery {
  const reads = new MicroBatcher<Sent, Row>((batch) => readAll(db.pg, batch), {
    batchPerTick: true,
    concurrency: AT_ONCE,
    failsWholeBatch: isOutage,
  })
  const texts = new AnswerCache<string>(TEXTS_KEPT)

  const find = async (asker: Asker, id: string): Promise<Delivery> => {
    let row: Row | null = null
    const seen = await admit(asker, id, async (uuid) => {
      const credential = asker.actor === null ? NO_CREDENTIAL : sentCredential(asker.actor)
      row = await reads.add({ purchase_id: uuid, ...credential })
      if (asker.actor !== null && !row.is_live) throw new CredentialEnded()
      return row.id === null ? null : { purchase: purchaseOf({ ...row, id: row.id }), holderId: row.holder_id }
    })
    requireLicense(seen)
    const { listingId, contentSha256 } = seen.purchase
    return deliveryOf(seen.purchase, async () => {
      const slug = row?.slug ?? ''
      if (row?.has_text !== true) return { content: null, slug }
      return { content: await textOf(db.pg, texts, { listingId, sha256: contentSha256 ?? '' }), slug }
    })
  }

  return async (asker, id, freshActor) => {
    try {
      return await find(asker, id)
    } catch (error) {
      // Whose credential has ended is told that, and nothing of the purchase.
      const actor = await freshActor()
      if (!(error instanceof CredentialEnded)) throw error
      return find({ ...asker, actor }, id)
    }
  }
}

/** The credential that was kept is not in force any more. */
class CredentialEnded extends Error {
  override readonly name = 'CredentialEnded'
}

type Sent = { purchase_id: string } & (ReturnType<typeof sentCredential> | typeof NO_CREDENTIAL)
const NO_CREDENTIAL = { user_id: null, credential_kind: null, credential_id: null }

type Columns =
  | 'listingId'
  | 'sellerId'
  | 'buyerId'
  | 'status'
  | 'deliveryStatus'
  | 'deliveryForm'
  | 'deliveryUrl'
  | 'contentSha256'
  | 'listingVersion'
  | 'resoldAs'
/** `id` is null where there is no such purchase. */
type Row = RowOf<Purchase, Columns> & {
  id: string | null
  is_live: boolean
  has_text: boolean
  slug: string
  holder_id: string | null
}

async function readAll(pg: PgPool, batch: readonly Sent[]): Promise<Row[]> {
  const asked = JSON.stringify(batch.map((sent, nth) => ({ nth, ...sent })))
  // SQL: one prepared statement for all who ask together, because buyers come back for what they bought.
  const { rows } = await pg.query<Row>({ name: 'delivery-read', text: READ, values: [asked] })
  return rows
}

const purchaseOf = (row: Row & { id: string }) => ({
  id: row.id,
  listingId: row.listing_id,
  sellerId: row.seller_id,
  buyerId: row.buyer_id,
  status: row.status,
  deliveryStatus: row.delivery_status,
  deliveryForm: row.delivery_form,
  deliveryUrl: row.delivery_url,
  contentSha256: row.content_sha256,
  listingVersion: row.listing_version,
  resoldAs: row.resold_as,
})

/** Reads a text by its hash, from memory where it is kept. Null when there is none. */
async function textOf(
  pg: PgPool,
  texts: AnswerCache<string>,
  { listingId, sha256 }: { listingId: string; sha256: string },
): Promise<string | null> {
  try {
    return await texts.get(`${listingId} ${sha256}`, async () => {
      // SQL: by its key; the text alone.
      const { rows } = await pg.query<{ content: string }>({
        name: 'delivery-text',
        text: TEXT,
        values: [listingId, sha256],
      })
      const content = rows[0]?.content ?? null
      if (content === null || content.length > LONGEST_KEPT) throw new NotKept(content)
      return content
    })
  } catch (error) {
    if (error instanceof NotKept) return error.content
    throw error
  }
}

/** A text that is not kept: it is too long, or there is none. */
class NotKept extends Error {
  override readonly name = 'NotKept'
  readonly content: string | null
  constructor(content: string | null) {
    super('this text is not kept')
    this.content = content
  }
}

const TEXT = `select content from listing_content where listing_id = $1::uuid and sha256 = $2`

// One row for each that is asked, in their order, also where there is no such purchase.
const READ = `
with asked as materialized (
  select * from jsonb_to_recordset($1::jsonb) as a(nth integer, purchase_id uuid, ${SENT_CREDENTIAL})
),
${seenCredentials('read')}
select a.is_live, p.id, p.listing_id, p.seller_id, p.buyer_id, p.status, p.delivery_status, p.delivery_form,
  p.delivery_url, p.content_sha256, p.listing_version, p.resold_as, l.slug, h.user_id as holder_id, c.sha256 is not null as has_text
from seen a left join purchase p on p.id = a.purchase_id left join listing l on l.id = p.listing_id
left join license_holder h on h.purchase_id = p.id
left join listing_content c on c.listing_id = p.listing_id and c.sha256 = p.content_sha256
order by a.nth`
