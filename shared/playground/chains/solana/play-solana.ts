import { randomBytes } from 'node:crypto'

import type { SolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { type Journal, type KeptAccount, type Landed, noJournal } from './journal.ts'
import { loadAddresses } from './lookup-tables.ts'
import { type SlotClock, slotClock } from './slot-clock.ts'
import { metaOf } from './transaction-meta.ts'
import { type ChainAccount, openMachine, type Ran } from './virtual-machine.ts'
import { signatureOf } from './wire-transaction.ts'

/** A local Solana chain: LiteSVM, the history that a node keeps, and test controls (knobs). */
export type PlaySolana = {
  genesis: string
  clock: SlotClock
  knobs: Knobs
  account: (address: string) => ChainAccount | undefined
  /** The same as of the latest slot that is final. */
  finalAccount: (address: string) => ChainAccount | undefined
  /** Every address that was ever written. */
  known: () => Iterable<string>
  rentFor: (bytes: number) => bigint
  /** Writes an account directly, without a transaction. */
  write: (address: string, account: ChainAccount) => void
  /** Adds new lamports to a wallet. Returns a signature whose status can be queried. */
  airdrop: (address: string, lamports: bigint) => string
  simulate: (transaction: SolanaTransaction, checks: Checks) => Ran
  /** Accepts a transaction. It lands after the delay, or never if it would be refused then. */
  take: (transaction: SolanaTransaction) => void
  landed: (signature: string) => Landed | undefined
  /** The result of a transaction or an airdrop. */
  status: (signature: string) => { slot: number; err: unknown } | undefined
  /** The same with whether it is final, for who waits for it. */
  stateOf: (signature: string) => { slot: number; err: unknown; isFinal: boolean } | undefined
  /** Transactions that name this account, newest first. */
  landedOn: (address: string) => readonly Landed[]
  /** The latest slot that is final: the newest one, unless finality was stopped. */
  finalSlot: () => number
  isFinal: (slot: number) => boolean
  /** From now on what lands is confirmed and not final, until `startFinality`. */
  stopFinality: () => void
  startFinality: () => void
  /** Moves the chain on to a fork without a transaction that landed since finality was stopped. The journal keeps it. */
  vanish: (signature: string) => void
  /** Ends a halt and lands the transactions it held back. */
  resume: () => void
}

export type Checks = { signatures: boolean; blockhash: boolean }

export type Knobs = {
  /** Milliseconds until a sent transaction lands; 0 lands it before the send is answered. */
  confirmDelayMs: number
  /** While true, sent transactions wait. */
  isHalted: boolean
  /** Number of next transactions to drop silently: their sends are answered normally. */
  dropNext: number
}

type Given = { journal?: Journal; now?: () => number }

export function createPlaySolana({ journal = noJournal(), now = Date.now }: Given = {}): PlaySolana {
  const machine = openMachine()
  const { genesis, startedAtMs } = beginning(journal, now)
  const clock = slotClock(genesis, startedAtMs, now)
  const knobs: Knobs = { confirmDelayMs: 0, isHalted: false, dropNext: 0 }
  const known = new Set<string>()
  const bySignature = new Map<string, Landed>()
  const byMessage = new Map<string, Landed>()
  const byAddress = new Map<string, Landed[]>()
  const airdrops = new Map<string, number>()
  let held: SolanaTransaction[] = []
  let stoppedAt: number | null = null
  const undo = new Map<string, KeptAccount[]>()

  const put = (kept: KeptAccount) => {
    known.add(kept.address)
    machine.write(kept.address, chainAccountOf(kept))
  }
  const remember = (landed: Landed) => {
    bySignature.set(landed.signature, landed)
    byMessage.set(landed.messageHash, landed)
    for (const address of landed.accounts) {
      const all = byAddress.get(address)
      if (all === undefined) byAddress.set(address, [landed])
      else all.push(landed)
    }
  }
  for (const line of journal.lines) {
    if (line.kind !== 'chain') line.accounts.forEach(put)
    if (line.kind === 'landed') remember(line.landed)
  }

  const refusal = (transaction: SolanaTransaction, checks: Checks): string | undefined => {
    // LiteSVM checks neither: it knows only one blockhash, and its history is switched off.
    if (byMessage.has(transaction.messageHash)) return 'AlreadyProcessed'
    return checks.blockhash && !clock.isValid(toBase58(transaction.blockhash)) ? 'BlockhashNotFound' : undefined
  }

  const simulate = (transaction: SolanaTransaction, checks: Checks): Ran => {
    machine.setTime(clock.slot(), clock.unixS())
    const ran = machine.simulate(transaction.bytes, checks.signatures)
    const err = ran.err === 'SignatureFailure' ? ran.err : refusal(transaction, checks)
    return err === undefined ? ran : { err, logs: [], units: 0, inner: [], returnData: null, after: new Map() }
  }

  const land = (transaction: SolanaTransaction) => {
    if (refusal(transaction, { signatures: true, blockhash: true }) !== undefined) return
    const loaded = loadAddresses(transaction, machine.account)
    // A node refuses a transaction whose lookup tables it does not have.
    if (loaded === null) return
    const accountsOf = [...transaction.accounts, ...loaded.writable, ...loaded.readonly]
    const before = accountsOf.map((address) => machine.account(address))
    machine.setTime(clock.slot(), clock.unixS())
    const ran = machine.run(transaction.bytes)
    // A string error means that no block accepted it. A failed instruction is in a block and has paid its fee.
    if (typeof ran.err === 'string') return
    const after = accountsOf.map((address) => machine.account(address))
    const landed: Landed = {
      signature: signatureOf(transaction),
      messageHash: transaction.messageHash,
      accounts: accountsOf,
      slot: clock.slot(),
      unixS: clock.unixS(),
      wire: transaction.bytes.toString('base64'),
      meta: metaOf(transaction, ran, before, after, loaded),
    }
    const accounts = accountsOf.flatMap((address, at) => listChanges(address, before[at], after[at]))
    if (stoppedAt !== null)
      undo.set(
        landed.signature,
        accountsOf.flatMap((address, at) => listChanges(address, after[at], before[at])),
      )
    for (const { address } of accounts) known.add(address)
    journal.append({ kind: 'landed', landed, accounts })
    remember(landed)
  }

  const write = (address: string, account: ChainAccount) => {
    const kept = keptAs(address, account)
    journal.append({ kind: 'accounts', accounts: [kept] })
    put(kept)
  }

  const statusOf = (signature: string) => {
    const given = airdrops.get(signature)
    if (given !== undefined) return { slot: given, err: null }
    const found = bySignature.get(signature)
    return found === undefined ? undefined : { slot: found.slot, err: found.meta.err }
  }
  const isFinal = (slot: number): boolean => stoppedAt === null || slot <= stoppedAt

  return {
    genesis,
    clock,
    knobs,
    account: machine.account,
    finalAccount(address) {
      if (stoppedAt === null) return machine.account(address)
      for (const kept of undo.values()) {
        const before = kept.find((one) => one.address === address)
        // What it was before the first transaction that is not final.
        if (before !== undefined) return before.lamports === '0' ? undefined : chainAccountOf(before)
      }
      return machine.account(address)
    },
    known: () => known,
    rentFor: machine.rentFor,
    write,
    airdrop(address, lamports) {
      const held = machine.account(address) ?? {
        lamports: 0n,
        owner: NOBODY,
        executable: false,
        data: new Uint8Array(),
      }
      write(address, { ...held, lamports: held.lamports + lamports })
      const signature = toBase58(randomBytes(64))
      airdrops.set(signature, clock.slot())
      return signature
    },
    simulate,
    take(transaction) {
      if (knobs.dropNext > 0) {
        knobs.dropNext -= 1
        return
      }
      if (knobs.isHalted) held.push(transaction)
      else if (knobs.confirmDelayMs === 0) land(transaction)
      else setTimeout(() => land(transaction), knobs.confirmDelayMs).unref()
    },
    landed: (signature) => bySignature.get(signature),
    status: statusOf,
    stateOf(signature) {
      const found = statusOf(signature)
      return found === undefined ? undefined : { ...found, isFinal: isFinal(found.slot) }
    },
    finalSlot: () => stoppedAt ?? clock.slot(),
    isFinal,
    stopFinality() {
      // What lands in this very slot is not final either.
      stoppedAt = clock.slot() - 1
    },
    startFinality() {
      stoppedAt = null
      undo.clear()
    },
    vanish(signature) {
      const landed = bySignature.get(signature)
      const back = undo.get(signature)
      if (landed === undefined || back === undefined) throw new Error('only what is not final yet can vanish')
      back.forEach(put)
      bySignature.delete(signature)
      byMessage.delete(landed.messageHash)
      for (const address of landed.accounts)
        byAddress.set(
          address,
          (byAddress.get(address) ?? []).filter((one) => one !== landed),
        )
    },
    landedOn: (address) => byAddress.get(address)?.toReversed() ?? [],
    resume() {
      knobs.isHalted = false
      const waiting = held
      held = []
      waiting.forEach(land)
    },
  }
}

/**
 * Returns the chain's genesis; creates it on the first start. The hash is random, so it differs from the real chains
 * and from other installations.
 */
function beginning(journal: Journal, now: () => number) {
  const found = journal.lines.find((line) => line.kind === 'chain')
  if (found !== undefined) return found
  const line = { kind: 'chain' as const, genesis: toBase58(randomBytes(32)), startedAtMs: now() }
  journal.append(line)
  return line
}

function listChanges(
  address: string,
  before: ChainAccount | undefined,
  after: ChainAccount | undefined,
): KeptAccount[] {
  if (after === undefined && before === undefined) return []
  const now = after ?? { lamports: 0n, owner: NOBODY, executable: false, data: new Uint8Array() }
  const isSame =
    before?.lamports === now.lamports && before.owner === now.owner && Buffer.compare(before.data, now.data) === 0
  return isSame ? [] : [keptAs(address, now)]
}

const chainAccountOf = ({ lamports, owner, executable, data }: KeptAccount): ChainAccount => ({
  lamports: BigInt(lamports),
  owner,
  executable,
  data: Buffer.from(data, 'base64'),
})

/** The system program, which owns accounts without another owner. */
const NOBODY = '11111111111111111111111111111111'

const keptAs = (address: string, { lamports, owner, executable, data }: ChainAccount): KeptAccount => ({
  address,
  lamports: String(lamports),
  owner,
  executable,
  data: Buffer.from(data).toString('base64'),
})
