import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit'
// Uses the native module directly: the package's own API needs another version of @solana/kit.
import { Account, Clock, FailedTransactionMetadata, LiteSvm, type TransactionMetadata } from 'litesvm/dist/internal.js'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { errorOf } from './transaction-error.ts'

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

export type ChainAccount = { lamports: bigint; owner: string; executable: boolean; data: Uint8Array }

/** The result of a transaction, in the RPC's format. */
export type Ran = {
  /** Null, a word such as `BlockhashNotFound`, or an object such as `{InstructionError: [2, {Custom: 1}]}`. */
  err: unknown
  logs: string[]
  units: number
  inner: { index: number; instructions: InnerInstruction[] }[]
  returnData: { programId: string; data: [string, 'base64'] } | null
  /** Accounts after a simulation. */
  after: ReadonlyMap<string, ChainAccount>
}
type InnerInstruction = { programIdIndex: number; accounts: number[]; data: string; stackHeight: number }

export type Machine = {
  account: (address: string) => ChainAccount | undefined
  write: (address: string, account: ChainAccount) => void
  rentFor: (bytes: number) => bigint
  setTime: (slot: number, unixS: number) => void
  run: (wire: Uint8Array) => Ran
  simulate: (wire: Uint8Array, checksSignatures: boolean) => Ran
}

/** Opens a Solana runtime with its token, memo and compute budget programs, without blocks or history. */
export function openMachine(): Machine {
  const svm = new LiteSvm()
  // play-solana.ts checks blockhashes and earlier transactions itself.
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  // Wallets add instructions of Lighthouse. The memo program stands in for it, as both move nothing.
  const memo = svm.getAccount(bytesOf(MEMO_PROGRAM))
  if (memo !== null) svm.setAccount(bytesOf(LIGHTHOUSE), memo)
  return {
    account(address) {
      const found = svm.getAccount(bytesOf(address))
      return found === null ? undefined : read(found)
    },
    write(address, { lamports, data, owner, executable }) {
      svm.setAccount(bytesOf(address), new Account(lamports, data, bytesOf(owner), executable, 0n))
    },
    rentFor: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    setTime(slot, unixS) {
      svm.setClock(new Clock(BigInt(slot), BigInt(unixS), 0n, 0n, BigInt(unixS)))
    },
    run: (wire) => ranFrom(svm.sendVersionedTransaction(wire), new Map()),
    simulate(wire, checksSignatures) {
      svm.setSigverify(checksSignatures)
      try {
        const simulated = svm.simulateVersionedTransaction(wire)
        if (simulated instanceof FailedTransactionMetadata) return ranFrom(simulated, new Map())
        const after = simulated.postAccounts().map((one) => [addressOf(one.address), read(one.account())] as const)
        return ranFrom(simulated.meta(), new Map(after))
      } finally {
        svm.setSigverify(true)
      }
    },
  }
}

// Safe: callers have validated the address, and the encoder throws for anything else.
const bytesOf = (address: string): Uint8Array => Uint8Array.from(getAddressEncoder().encode(address as Address))
const addressOf = (bytes: Uint8Array): string => getAddressDecoder().decode(bytes)

const read = (account: Account): ChainAccount => ({
  lamports: account.lamports(),
  owner: addressOf(account.owner()),
  executable: account.executable(),
  data: account.data(),
})

function ranFrom(ended: TransactionMetadata | FailedTransactionMetadata, after: Ran['after']): Ran {
  const isFailed = ended instanceof FailedTransactionMetadata
  const meta = isFailed ? ended.meta() : ended
  const inner = meta.innerInstructions().flatMap((all, index) => {
    const instructions = all.map((one) => ({
      programIdIndex: one.instruction().programIdIndex(),
      accounts: [...one.instruction().accounts()],
      data: toBase58(one.instruction().data()),
      stackHeight: one.stackHeight(),
    }))
    return instructions.length === 0 ? [] : [{ index, instructions }]
  })
  const returned = meta.returnData()
  return {
    err: isFailed ? errorOf(ended) : null,
    logs: meta.logs(),
    units: Number(meta.computeUnitsConsumed()),
    inner,
    returnData:
      returned.data().length === 0
        ? null
        : {
            programId: addressOf(returned.programId()),
            data: [Buffer.from(returned.data()).toString('base64'), 'base64'],
          },
    after,
  }
}
