import type { Db } from '#shared/db/open-db.ts'

import { type Judged, type NotBegun, STORE_SOLANA, TAKE_NONCE, TAKE_SIGNED } from './begin-settlement.ts'
import { noteCost } from './note-cost.ts'
import type { Payment } from './read-payment.ts'

/**
 * A nonce of a sender with the transactions signed for it, newest last. On Solana a single transaction. Fees are in
 * wei.
 */
export type Slot = {
  id: string
  sender: string
  nonce: number
  raws: string[]
  hashes: string[]
  fees: Fees | null
}
export type Fees = { gas: bigint; maxFee: bigint; priorityFee: bigint }

/** Purpose of a nonce: call data of USDC, fees, current chain height, and whether the payer is a contract. */
export type Taking = { sender: string; callData: string; fees: Fees; height: number; isContract: boolean }

export type Stored = {
  key: string
  state: 'seen' | 'open' | 'paid' | 'failed'
  payer: string
  payTo: string
  amount: bigint
  seenHeight: number
  callData: string | null
  transaction: string | null
  /** Index of the Transfer that paid; null unless paid. */
  logIndex: number | null
  reason: string | null
  isFinal: boolean
  /** The open slot; null before a nonce was taken and after it was used. */
  slot: Slot | null
}

/** Verdict of a block: this transfer paid, or our transaction failed. */
export type Verdict =
  | { state: 'paid'; transaction: string; logIndex: number; block: number }
  | { state: 'failed'; transaction: string | null; reason: string; block: number }

/**
 * How to record a verdict. `closes`: the nonce of the slot is used. `fee`: cost of the transaction in wei or lamports,
 * counted if the transaction is ours; null if unknown or if the payer is not to blame for the failure.
 */
export type Deciding = { closes: boolean; fee: bigint | null }

export type SettlementStore = ReturnType<typeof settlementStore>

/**
 * SQL statements of settlements. Each is atomic, so any number of processes may settle the same payment: only one takes
 * the nonce, only one first version is stored, only one verdict is recorded.
 */
export function settlementStore({ pg, relaxed }: Pick<Db, 'pg' | 'relaxed'>) {
  return {
    async read(key: string): Promise<Stored | null> {
      const { rows } = await pg.query<Row>({ name: 'settlement-read', text: READ, values: [key] })
      return rows[0] === undefined ? null : storedOf(rows[0])
    },

    /** Records a payment that is only looked up. Returns the height at which it was first seen. */
    async see(payment: Payment, height: number): Promise<number> {
      const { key, network, asset, payer, payTo, amount } = payment
      const { rows } = await relaxed.query<{ seen_height: string }>({
        name: 'settlement-see',
        text: `with seen as (
            insert into settlement (key, network, asset, payer, pay_to, amount, state, seen_height)
            values ($1, $2, $3, $4, $5, $6, 'seen', $7) on conflict (key) do nothing returning seen_height
          ) select seen_height from seen union all select seen_height from settlement where key = $1`,
        values: [key, network, asset, payer, payTo, amount, height],
      })
      return Number(rows[0]?.seen_height ?? height)
    },

    /**
     * Takes the next nonce of a sender for a payment that nobody settles, if the fee limits of payer and client allow
     * it. Stores call data and fees with it, so that every signer signs the same. Needs no disk flush: storing the
     * signed transaction comes later in the log.
     */
    async takeNonce(payment: Payment, taking: Taking): Promise<Slot | NotBegun> {
      return takenOf(relaxed.query({ name: 'settlement-take', text: TAKE_NONCE, values: takingOf(payment, taking) }))
    },

    /**
     * Takes the nonce that a transaction was signed for, and stores it, flushed to disk before it is broadcast. `stale`: the
     * next nonce of the sender is another one, and nothing was changed.
     */
    async takeSigned(
      payment: Payment,
      taking: Taking,
      { nonce, raw, hash }: { nonce: number; raw: string; hash: string },
    ): Promise<Slot | NotBegun | 'stale'> {
      const values = [...takingOf(payment, taking), nonce, raw, hash]
      try {
        return await takenOf(pg.query({ name: 'settlement-take-signed', text: TAKE_SIGNED, values }))
      } catch (error) {
        if (isRefusedBy(error, 'settlement_transaction_nonce')) return 'stale'
        throw error
      }
    },

    /** Stores the first signed version of a slot, flushed to disk before it is broadcast. False if one exists. */
    async storeSigned(slotId: string, raw: string, hash: string, { gas, maxFee, priorityFee }: Fees): Promise<boolean> {
      const { rowCount } = await pg.query({
        name: 'settlement-store',
        text: `update settlement_transaction set raws = array[$2], hashes = array[$3], gas = $4, max_fee = $5, priority_fee = $6,
          sent_at = now() where id = $1 and raws = '{}' and is_open`,
        values: [slotId, raw, hash, gas, maxFee, priorityFee],
      })
      return rowCount === 1
    },

    /**
     * Stores a signed Solana transaction, flushed to disk before it is broadcast, if the fee limits of payer and client
     * allow it. Null on success.
     */
    async storeSolana(
      payment: Payment,
      { feePayer, raw, hash }: { feePayer: string; raw: string; hash: string },
      height: number,
    ): Promise<NotBegun | null> {
      const { key, network, asset, payer, payTo, amount } = payment
      const { rows } = await pg.query<Judged & { is_stored: boolean }>({
        name: 'settlement-store-solana',
        text: STORE_SOLANA,
        values: [key, network, asset, payer, payTo, amount, height, feePayer, raw, hash],
      })
      const [row] = rows
      return row?.is_stored === true ? null : (row?.not_begun ?? 'theirs')
    },

    /**
     * Records the verdict and cost of an open or seen payment. A failed one may still become paid later. Needs no disk
     * flush: the chain keeps the verdict.
     */
    async decide(key: string, verdict: Verdict, { closes, fee }: Deciding): Promise<void> {
      const [logIndex, reason] = verdict.state === 'paid' ? [verdict.logIndex, null] : [null, verdict.reason]
      await relaxed.query({
        name: 'settlement-decide',
        text: DECIDE,
        values: [key, verdict.state, verdict.transaction, logIndex, reason, verdict.block, closes, fee],
      })
    },

    /** Registers a sender, or advances it when its key was used elsewhere: nonces below `nonce` are used. */
    async ensureSender(network: string, address: string, nonce: number): Promise<void> {
      await pg.query({
        name: 'settlement-sender',
        text: `insert into settlement_sender as s (network, address, next_nonce) values ($1, $2, $3)
          on conflict (network, address) do update set next_nonce = $3 where s.next_nonce < $3`,
        values: [network, address, nonce],
      })
    },
  }
}

const takingOf = (payment: Payment, { sender, callData, fees, height, isContract }: Taking) => {
  const { key, network, asset, payer, payTo, amount } = payment
  const { gas, maxFee, priorityFee } = fees
  return [key, network, asset, payer, payTo, amount, height, callData, sender, gas, maxFee, priorityFee, isContract]
}

async function takenOf(taking: Promise<{ rows: (SlotRow & Judged)[] }>): Promise<Slot | NotBegun> {
  const { rows } = await taking.catch((error: unknown) => {
    if (isRefusedBy(error, 'settlement_one_of_contract')) return { rows: [] }
    throw error
  })
  const [row] = rows
  if (row === undefined) return 'busy'
  return row.not_begun ?? slotOf(row) ?? 'theirs'
}

const DECIDE = `with decided as (
    update settlement set state = $2, transaction = $3, log_index = $4, reason = $5, block = $6, decided_at = now()
    where key = $1 and (state in ('seen', 'open') or (state = 'failed' and not is_final and $2 = 'paid'))
    returning key, network, asset, payer, amount, state, transaction, is_contract
  ),
  ${noteCost('$8::bigint')}
  update settlement_transaction set is_open = false where settlement_key = $1 and is_open and $7`

export const STORED_COLUMNS = `s.key, s.state, s.payer, s.pay_to, s.amount, s.seen_height, s.call_data, s.transaction,
  s.log_index, s.reason, s.is_final,
  t.id, t.sender, t.nonce, t.raws, t.hashes, t.gas, t.max_fee, t.priority_fee`
const READ = `select ${STORED_COLUMNS} from settlement s
  left join settlement_transaction t on t.settlement_key = s.key and t.is_open where s.key = $1`

export type SlotRow = {
  id: string | null
  sender: string
  nonce: string | null
  raws: string[]
  hashes: string[]
  gas: string | null
  max_fee: string | null
  priority_fee: string | null
}
export type Row = SlotRow & {
  key: string
  state: Stored['state']
  payer: string
  pay_to: string
  amount: string
  seen_height: string
  call_data: string | null
  transaction: string | null
  log_index: number | null
  reason: string | null
  is_final: boolean
}

export function storedOf(row: Row): Stored {
  const { key, state, payer, transaction, reason } = row
  return {
    key,
    state,
    payer,
    payTo: row.pay_to,
    amount: BigInt(row.amount),
    seenHeight: Number(row.seen_height),
    callData: row.call_data,
    transaction,
    logIndex: row.log_index,
    reason,
    isFinal: row.is_final,
    slot: slotOf(row),
  }
}

export function slotOf({
  id,
  sender,
  nonce,
  raws,
  hashes,
  gas,
  max_fee: maxFee,
  priority_fee: priorityFee,
}: SlotRow): Slot | null {
  if (id === null) return null
  const fees =
    gas === null || maxFee === null || priorityFee === null
      ? null
      : { gas: BigInt(gas), maxFee: BigInt(maxFee), priorityFee: BigInt(priorityFee) }
  return { id, sender, nonce: Number(nonce ?? -1), raws, hashes, fees }
}

/** Whether Postgres reported a unique violation (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

const isRefusedBy = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint
