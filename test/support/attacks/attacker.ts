/**
 * One attack, in a process of its own: `node attacker.ts <attack> <options as JSON>`. It goes on until SIGTERM, then
 * writes how often it got which answer.
 *
 * Real attackers bring machines of their own. Here they share two cores with what they attack, so this process takes the
 * lowest priority (whatever the product can use it gets first) and makes its bodies before it begins: what is
 * measured is the work the attack causes, not the work of attacking.
 */
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

import { encoded, payOnBase } from '../world/x402-payment.ts'
import { hostileMessages, type Message } from './hostile-messages.ts'

export type AttackOptions = {
  baseUrl: string
  /** Requests open at once. */
  lanes: number
  /** Client addresses the requests come from, and the first three numbers of each. */
  addresses: number
  network: string
  /** Requests begun in a second, at most, and how many of them at the same moment. As fast as they go when left out. */
  perSecond?: number
  together?: number
  /** A genuine key, for attacks that also come from somebody who pays. */
  key?: string
}

/** Copies of one forged payment; then comes the next one. */
export const COPIES = 700
const CALL = '/api/v1/outcomes/hash-text'
const HELLO = Buffer.from('{"text":"hello"}')
const JSON_TYPE = { 'content-type': 'application/json' }

/** Makes what a lane sends next. */
type Next = () => Promise<Message> | Message

const ATTACKS = {
  /** Bodies that take as long as possible to read and to refuse. */
  async hostileBodies({ baseUrl, key }: AttackOptions): Promise<Next> {
    const messages = await hostileMessages(baseUrl, key)
    let nth = 0
    return () => messages[(nth += 1) % messages.length] ?? { method: 'GET', path: '/', headers: {} }
  },
  /** The same forged payment seven hundred times, then the next one. */
  async copies({ baseUrl }: AttackOptions): Promise<Next> {
    const challenge = await challengeOf(baseUrl)
    let nth = 0
    let payment = ''
    return () => {
      if (nth % COPIES === 0) payment = encoded(payOnBase(challenge))
      nth += 1
      return { method: 'POST', path: CALL, headers: { ...JSON_TYPE, 'payment-signature': payment }, body: HELLO }
    }
  },
  /** Payments that verify, each of another wallet, which the facilitator of the test lets revert on chain. */
  async reverts({ baseUrl }: AttackOptions): Promise<Next> {
    const challenge = await challengeOf(baseUrl)
    return () => {
      const payer = `${REVERTING}${Math.random().toString(16).slice(2).padEnd(40, '0').slice(0, 36)}`
      const payment = encoded(payOnBase(challenge, { payer }))
      return { method: 'POST', path: CALL, headers: { ...JSON_TYPE, 'payment-signature': payment }, body: HELLO }
    }
  },
  /** Calls without any credential. */
  unpaid: (): Next => () => ({ method: 'POST', path: CALL, headers: JSON_TYPE, body: HELLO }),
}

/** How the addresses of wallets begin whose settlements revert. */
export const REVERTING = '0xdead'

export type AttackName = keyof typeof ATTACKS

if (import.meta.main) {
  setPriority(19)
  const [, , name, text = '{}'] = process.argv
  // Safe: start-attacker.ts passes both.
  const options = JSON.parse(text) as AttackOptions
  // Safe: as above.
  await attack(await ATTACKS[name as AttackName](options), options)
}

async function attack(next: Next, options: AttackOptions): Promise<void> {
  const { baseUrl, lanes, addresses, network, perSecond = Infinity, together = 1 } = options
  const counts: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  let isOver = false
  process.once('SIGTERM', () => {
    isOver = true
    process.stdout.write(JSON.stringify(counts), () => process.exit(0))
  })
  let sent = 0
  let hasBegun = false
  const began = performance.now()
  const lane = async () => {
    while (!isOver) {
      sent += 1
      const due = began + (Math.floor((sent - 1) / together) * together * 1_000) / perSecond
      if (due > performance.now()) await pause(due - performance.now())
      const status = await sendOne(baseUrl, await next(), `${network}.${sent % addresses}`, agent)
      counts[status] = (counts[status] ?? 0) + 1
      if (!hasBegun) process.stdout.write('begun\n')
      hasBegun = true
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

function sendOne(baseUrl: string, { method, path, headers, body }: Message, address: string, agent: Agent) {
  return new Promise<number | 'broken'>((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const all = { ...headers, ...length, 'x-forwarded-for': address }
    const asked = request(baseUrl + path, { method, headers: all, agent }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 'broken'))
    })
    asked.on('error', () => resolve('broken'))
    asked.end(body)
  })
}

async function challengeOf(baseUrl: string) {
  const response = await fetch(baseUrl + CALL, { method: 'POST', headers: JSON_TYPE, body: HELLO })
  // Safe: a 402 of ours.
  return { body: (await response.json()) as Record<string, unknown> }
}
