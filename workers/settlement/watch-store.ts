import type { Db } from '#shared/db/open-db.ts'

import { noteCost } from './note-cost.ts'
import {
  type Fees,
  type Row,
  type Slot,
  slotOf,
  STORED_COLUMNS,
  type Stored,
  storedOf,
  type Verdict,
} from './settlement-store.ts'

/** A slot whose nonce is not known to be used, with the milliseconds since it was taken. */
export type OpenSlot = { slot: Slot; takenMs: number; stored: Stored | null }

export type WatchStore = ReturnType<typeof watchStore>

const AT_ONCE = 200

/** SQL statements with which settlement-watch resumes settlements. Safe to run in several processes. */
export function watchStore({ pg }: Pick<Db, 'pg'>) {
  return {
    /** Open slots untouched for `idleMs`, by sender and nonce. */
    async openSlots(network: string, idleMs: number): Promise<OpenSlot[]> {
      const { rows } = await pg.query<Row & { taken_ms: number }>({
        name: 'settlement-open-slots',
        text: `select ${STORED_COLUMNS}, extract(epoch from now() - t.taken_at)::float8 * 1000 as taken_ms
          from settlement_transaction t left join settlement s on s.key = t.settlement_key
          where t.network = $1 and t.is_open and coalesce(t.sent_at, t.taken_at) <= now() - make_interval(secs => $2)
          order by t.sender, t.nonce limit ${AT_ONCE}`,
        values: [network, idleMs / 1_000],
      })
      return rows.flatMap((row) => {
        const slot = slotOf(row)
        // Slots that fill gaps have no settlement: the joined columns are null.
        const stored = (row.key as string | null) === null ? null : storedOf(row)
        return slot === null ? [] : [{ slot, takenMs: row.taken_ms, stored }]
      })
    },

    /** Open settlements older than `idleMs` without a slot: it was closed or never written. */
    async withoutSlot(network: string, idleMs: number): Promise<Stored[]> {
      const { rows } = await pg.query<Row>({
        name: 'settlement-without-slot',
        text: `select ${STORED_COLUMNS} from settlement s
          left join settlement_transaction t on t.settlement_key = s.key and t.is_open
          where s.network = $1 and s.state = 'open' and t.id is null and s.created_at <= now() - make_interval(secs => $2)
          order by s.created_at limit ${AT_ONCE}`,
        values: [network, idleMs / 1_000],
      })
      return rows.map(storedOf)
    },

    /** For each sender its next nonce and its lowest nonce that has been open for `idleMs`. */
    async senders(
      network: string,
      idleMs: number,
    ): Promise<{ address: string; lowestOpen: number | null; nextNonce: number }[]> {
      const { rows } = await pg.query<{ address: string; lowest_open: string | null; next_nonce: string }>({
        name: 'settlement-senders',
        text: `select address, next_nonce, (select nonce from settlement_transaction t
            where t.network = s.network and t.sender = s.address and t.is_open and t.taken_at <= now() - make_interval(secs => $2)
            order by nonce limit 1) as lowest_open
          from settlement_sender s where network = $1`,
        values: [network, idleMs / 1_000],
      })
      return rows.map(({ address, lowest_open: lowest, next_nonce: next }) => ({
        address,
        lowestOpen: lowest === null ? null : Number(lowest),
        nextNonce: Number(next),
      }))
    },

    /** Opens a slot without a settlement for a missing nonce. */
    async fillGap(network: string, sender: string, nonce: number): Promise<void> {
      await pg.query({
        name: 'settlement-fill-gap',
        text: `insert into settlement_transaction (network, sender, nonce) select $1, $2, $3
          where not exists (select from settlement_transaction where network = $1 and sender = $2 and nonce = $3 and is_open)
          on conflict do nothing`,
        values: [network, sender, nonce],
      })
    },

    /** Takes a new nonce for an open settlement without a slot. */
    async retakeNonce(key: string, network: string, sender: string): Promise<void> {
      await pg.query({
        name: 'settlement-retake',
        text: `with taken as (
            update settlement_sender set next_nonce = next_nonce + 1 where network = $2 and address = $3
              and exists (select from settlement where key = $1 and state = 'open')
              and not exists (select from settlement_transaction where settlement_key = $1 and is_open)
            returning next_nonce - 1 as nonce
          )
          insert into settlement_transaction (settlement_key, network, sender, nonce) select $1, $2, $3, nonce from taken
          on conflict do nothing`,
        values: [key, network, sender],
      })
    },

    /**
     * Stores a further version of a slot, flushed to disk before it is broadcast. False if the slot has changed since
     * it was read.
     */
    async storeVersion(slot: Slot, raw: string, hash: string, { gas, maxFee, priorityFee }: Fees): Promise<boolean> {
      const { rowCount } = await pg.query({
        name: 'settlement-replace',
        text: `update settlement_transaction set raws = array_append(raws, $3), hashes = array_append(hashes, $4), gas = $5, max_fee = $6,
          priority_fee = $7, sent_at = now() where id = $1 and cardinality(raws) = $2 and is_open`,
        values: [slot.id, slot.raws.length, raw, hash, gas, maxFee, priorityFee],
      })
      return rowCount === 1
    },

    async noteSent(slotId: string): Promise<void> {
      await pg.query({
        name: 'settlement-sent',
        text: 'update settlement_transaction set sent_at = now() where id = $1 and is_open',
        values: [slotId],
      })
    },

    async closeSlot(slotId: string): Promise<void> {
      await pg.query({
        name: 'settlement-close-slot',
        text: 'update settlement_transaction set is_open = false where id = $1 and is_open',
        values: [slotId],
      })
    },

    /** Settlements decided by a block up to `height` that are not marked final. */
    async notFinal(network: string, height: number): Promise<Stored[]> {
      const { rows } = await pg.query<Row>({
        name: 'settlement-not-final',
        text: `select ${STORED_COLUMNS} from settlement s
          left join settlement_transaction t on t.settlement_key = s.key and t.is_open
          where s.network = $1 and s.state in ('paid', 'failed') and not s.is_final and s.block <= $2
          order by s.block limit ${AT_ONCE}`,
        values: [network, height],
      })
      return rows.map(storedOf)
    },

    /** Whether settlements are open, and whether decided ones are not final yet. */
    async leftOn(network: string): Promise<{ isOpen: boolean; isNotFinal: boolean }> {
      const { rows } = await pg.query<{ is_open: boolean; is_not_final: boolean }>({
        name: 'settlement-left',
        text: `select exists (select from settlement where network = $1 and state = 'open')
            or exists (select from settlement_transaction where network = $1 and is_open) as is_open,
          exists (select from settlement where network = $1 and state in ('paid', 'failed') and not is_final) as is_not_final`,
        values: [network],
      })
      return { isOpen: rows[0]?.is_open ?? false, isNotFinal: rows[0]?.is_not_final ?? false }
    },

    async makeFinal(keys: readonly string[]): Promise<void> {
      await pg.query({
        name: 'settlement-final',
        text: `update settlement set is_final = true where key = any($1) and state in ('paid', 'failed')`,
        values: [keys],
      })
    },

    /**
     * Replaces a verdict that the final chain contradicts, e.g. because the transaction failed after all. `isFinal`:
     * the new verdict cannot change any more.
     */
    async overturn(
      key: string,
      verdict: Verdict,
      { isFinal, fee }: { isFinal: boolean; fee: bigint | null },
    ): Promise<void> {
      const [logIndex, reason] = verdict.state === 'paid' ? [verdict.logIndex, null] : [null, verdict.reason]
      await pg.query({
        name: 'settlement-overturn',
        text: OVERTURN,
        values: [key, verdict.state, verdict.transaction, logIndex, reason, verdict.block, isFinal, fee],
      })
    },

    /** Reopens a settlement whose block is gone, so that its transaction is sent again. */
    async reopen(key: string, transaction: string | null): Promise<void> {
      await pg.query({
        name: 'settlement-reopen',
        text: `with again as (
            update settlement s set transaction = null,
              state = case when exists (select from settlement_transaction t where t.settlement_key = s.key) then 'open' else 'seen' end,
              log_index = null, block = null, reason = null, decided_at = null
            where key = $1 and state in ('paid', 'failed') and not is_final returning key
          ) update settlement_transaction set is_open = true from again where settlement_key = again.key and $2 = any(hashes)`,
        values: [key, transaction],
      })
    },
  }
}

const OVERTURN = `with decided as (
    update settlement set state = $2, transaction = $3, log_index = $4, reason = $5, block = $6, is_final = $7, decided_at = now()
    where key = $1 and state in ('paid', 'failed') and not is_final
    returning key, network, asset, payer, amount, state, transaction, is_contract
  ),
  ${noteCost('$8::bigint')}
  select from decided`
