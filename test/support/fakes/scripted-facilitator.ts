import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { testSigner } from '#test/support/files/receipt-vectors.ts'

/**
 * How an operation goes wrong. `lands` of a settlement says whether money moves all the same: what a caller is told and
 * what happens are two things.
 */
export type Mode =
  | 'ok'
  | 'hang'
  | 'reset'
  | '500'
  | 'html'
  | 'garbage'
  /** HTTP 500, success false, errorReason settlement_pending, with the hash of a transaction. */
  | 'pending'
  /** Says paid, and nothing happened. */
  | 'lies-paid'
  /** Says that the wallet is empty. */
  | 'refuses'
  /** Settled on chain and reverted there; a lookup says so too. */
  | 'reverts'
  /** Says that the nonce is used. */
  | 'used'
  /** Lookups only: not final. */
  | 'unknown'

export type Operation = 'verify' | 'settle' | 'lookup' | 'supported'
type Script = { mode: Mode; lands: boolean; times: number; delayMs: number }

/** One transfer on the pretended chain. */
export type ScriptedTransfer = {
  transaction: string
  logIndex: number
  proof: string
  payer: string
  amount: bigint
  payTo: string
}

const Asked = z.looseObject({
  paymentPayload: z.looseObject({
    payload: z.looseObject({
      authorization: z.looseObject({ from: z.string(), nonce: z.string(), validBefore: z.string() }).optional(),
      transaction: z.string().optional(),
    }),
  }),
  paymentRequirements: z.looseObject({ network: z.string(), amount: z.string(), payTo: z.string() }),
})

/**
 * A facilitator with a chain of its own in memory, and modes for each operation: what our gate does when a facilitator
 * hangs, breaks, lies or is right can be compared with the transfers that really happened.
 */
export async function startScriptedFacilitator() {
  const scripts: Record<Operation, Script> = {
    verify: script('ok'),
    settle: script('ok'),
    lookup: script('ok'),
    supported: script('ok'),
  }
  const transfers: ScriptedTransfer[] = []
  const asked: { operation: Operation; proof: string; body: unknown }[] = []
  const balances = new Map<string, bigint>()
  const ended = new Set<string>()
  const payerScripts = new Map<string, Partial<Record<Operation, Script>>>()
  let feePayer = '11111111111111111111111111111111'
  let tellsBalance = true

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo

  const land = (proof: string, payer: string, requirement: { amount: string; payTo: string }): ScriptedTransfer => {
    const there = transfers.find((transfer) => transfer.proof === proof)
    if (there !== undefined) return there
    const transaction = `0x${randomBytes(32).toString('hex')}`
    const made = {
      transaction,
      logIndex: 1,
      proof,
      payer,
      amount: BigInt(requirement.amount),
      payTo: requirement.payTo,
    }
    transfers.push(made)
    const left = balances.get(payer)
    if (left !== undefined) balances.set(payer, left - made.amount)
    return made
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/receipts/public-key') return send(response, 200, { ok: true, keys: [testSigner.key] })
    const operation = operationOf(request.url)
    if (operation === null) return send(response, 404, { error: 'not found' })
    const body = request.method === 'POST' ? await jsonOf(request) : null
    const about = body === null ? null : Asked.parse(body)
    const { authorization, transaction: svm } = about?.paymentPayload.payload ?? {}
    const proof = authorization === undefined ? (svm ?? '') : `${authorization.from}:${authorization.nonce}`
    const payer = authorization?.from ?? 'svm'
    const own = [...payerScripts].find(([start]) => payer.startsWith(start))?.[1][operation]
    const now = own ?? scripts[operation]
    if (now.times > 0 && (now.times -= 1) === 0) scripts[operation] = script('ok')
    asked.push({ operation, proof, body })
    if (now.delayMs > 0) await pause(now.delayMs)
    if (operation === 'settle' && now.lands && about !== null) land(proof, payer, about.paymentRequirements)
    const there = transfers.find((transfer) => transfer.proof === proof)

    switch (now.mode) {
      case 'hang':
        return
      case 'reset':
        request.socket.destroy()
        return
      case '500':
        return send(response, 500, { error: 'internal' })
      case 'html':
        response.writeHead(503, { 'content-type': 'text/html' }).end('<html>busy</html>')
        return
      case 'garbage':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success": tr')
        return
      default:
    }
    if (operation === 'supported') {
      return send(response, 200, {
        kinds: [
          { x402Version: 2, scheme: 'exact', network: 'eip155:8453' },
          { x402Version: 2, scheme: 'exact', network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', extra: { feePayer } },
        ],
        extensions: [],
        signers: {},
      })
    }
    if (about === null) return send(response, 400, { error: 'no body' })
    const { paymentRequirements: requirement } = about
    if (operation === 'verify') {
      const balance = balances.get(payer) ?? 1_000_000_000n
      const reason =
        now.mode === 'refuses' || balance < BigInt(requirement.amount)
          ? 'invalid_exact_evm_insufficient_balance'
          : now.mode === 'used' || there !== undefined
            ? 'invalid_exact_evm_nonce_already_used'
            : null
      if (reason !== null) return send(response, 200, { isValid: false, invalidReason: reason, payer })
      return send(response, 200, {
        isValid: true,
        payer,
        ...(tellsBalance ? { extra: { balance: balance.toString() } } : {}),
      })
    }
    if (operation === 'lookup') {
      if (now.mode === 'reverts') return send(response, 200, { state: 'unpaid', reason: 'invalid_transaction_state' })
      if (now.mode === 'unknown') return send(response, 200, { state: 'unknown', reason: 'not final' })
      if (now.mode === 'lies-paid') return send(response, 200, { state: 'paid', transaction: `0x${'f'.repeat(64)}` })
      if (there !== undefined) {
        return send(response, 200, { state: 'paid', transaction: there.transaction, logIndex: there.logIndex })
      }
      const isOver = ended.has(proof) || Number(authorization?.validBefore ?? Infinity) * 1_000 < Date.now()
      return send(
        response,
        200,
        isOver ? { state: 'unpaid', reason: 'expired_unused' } : { state: 'unknown', reason: 'not_settled_yet' },
      )
    }
    const { network } = requirement
    const failed = (errorReason: string, transaction = '') =>
      send(response, 200, { success: false, errorReason, transaction, network, payer })
    if (now.mode === 'pending') {
      const hash = there?.transaction ?? `0x${randomBytes(32).toString('hex')}`
      return send(response, 500, {
        success: false,
        errorReason: 'settlement_pending',
        transaction: hash,
        network,
        payer,
      })
    }
    if (now.mode === 'reverts') return failed('invalid_transaction_state', `0x${randomBytes(32).toString('hex')}`)
    if (now.mode === 'refuses') return failed('invalid_exact_evm_insufficient_balance')
    if (now.mode === 'used') return failed('invalid_exact_evm_nonce_already_used')
    if (now.mode === 'lies-paid') {
      return send(response, 200, { success: true, transaction: `0x${randomBytes(32).toString('hex')}`, network, payer })
    }
    if (there !== undefined && !now.lands) return failed('invalid_exact_evm_nonce_already_used')
    const balance = balances.get(payer)
    if (there === undefined && balance !== undefined && balance < BigInt(requirement.amount)) {
      return failed('invalid_exact_evm_insufficient_balance')
    }
    const { transaction, logIndex } = land(proof, payer, requirement)
    const { amount } = requirement
    return send(response, 200, { success: true, transaction, network, payer, amount, extra: { logIndex } })
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** Every transfer that happened, whatever anyone was told. */
    transfers: transfers as readonly ScriptedTransfer[],
    /** What was asked, oldest first. */
    asked: asked as readonly { operation: Operation; proof: string; body: unknown }[],
    times: (operation: Operation) => asked.filter((one) => one.operation === operation).length,
    /** From now on, or for so many times, an operation goes like this. `lands`: a settlement moves the money all the same. */
    set(operation: Operation, mode: Mode, more: Partial<Omit<Script, 'mode'>> = {}) {
      scripts[operation] = { ...script(mode), ...more }
    },
    /** The same for payers alone whose address begins like this. */
    setFor(payers: string, operation: Operation, mode: Mode, more: Partial<Omit<Script, 'mode'>> = {}) {
      payerScripts.set(payers, { ...payerScripts.get(payers), [operation]: { ...script(mode), ...more } })
    },
    /** All operations work again. */
    heal() {
      for (const operation of Object.keys(scripts)) {
        // Safe: the keys of the object above.
        scripts[operation as Operation] = script('ok')
      }
    },
    /** What a payer's wallet holds; every other holds plenty. */
    setBalance: (payer: string, microUsdc: bigint) => void balances.set(payer.toLowerCase(), microUsdc),
    tellBalances: (tells: boolean) => void (tellsBalance = tells),
    /** The authorization can never settle any more: its time is over at a final block. */
    end: (proof: string) => void ended.add(proof),
    /** Somebody else puts the authorization on chain. */
    land,
    setFeePayer: (address: string) => void (feePayer = address),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type ScriptedFacilitator = Awaited<ReturnType<typeof startScriptedFacilitator>>

const script = (mode: Mode): Script => ({ mode, lands: false, times: 0, delayMs: 0 })

function operationOf(url: string | undefined): Operation | null {
  const path = (url ?? '').slice(1)
  return path === 'verify' || path === 'settle' || path === 'lookup' || path === 'supported' ? path : null
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  // Safe: a request without an encoding gives buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
