import { freePort } from '#shared/playground/free-port.ts'

import { type Cluster, type Member, openCluster } from '../world/cluster.ts'
import type { Answer } from '../world/world.ts'
import { openSettlementLab } from './settlement-lab.ts'
import { solanaShop } from './solana-shop.ts'

type Sent = { headers?: Record<string, string>; body?: unknown }

const TERMS = { SOL_PRICE_CENTS: '15000', PAYOUT_MINIMUM_CENTS: '0', PAYOUT_AFTER_DAYS: '0' }

/** Asks one ingress; null when the connection broke. */
export async function askMember(
  at: Member,
  method: string,
  path: string,
  { headers = {}, body }: Sent,
): Promise<Answer | null> {
  const response = await fetch(at.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (response === null || text === undefined || text === null) return null
  // Safe: every answer of ours is a JSON object.
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Record<string, unknown> }
}

/**
 * Real processes that sell on a local Solana: a settlement process and an ingress that asks it, and more of both. `request`
 * asks the ingress that `front` made the steady one last.
 */
export async function openSolanaCluster() {
  const lab = await openSettlementLab({ solana: true })
  const payTo = lab.env()['SOLANA_PAY_TO'] ?? ''
  await lab.solana.fund(payTo, { lamports: 10n ** 9n, microUsdc: 0n })
  const cluster: Cluster = await openCluster('postgres', { databaseUrl: lab.databaseUrl })
  let steady: Member | undefined

  const envAt = (port: string, more: Record<string, string>) =>
    lab.env({ ...TERMS, LOG_LEVEL: 'info', SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}`, ...more })
  /** Starts a settlement process, which looks for payments and pays out, too. */
  const settlement = async (more: Record<string, string> = {}) => {
    const port = String(await freePort())
    const member = await cluster.worker(['settlement-watch'], envAt(port, more))
    return Object.assign(member, { url: `http://127.0.0.1:${port}` })
  }
  const ingress = (settlementUrl: string, more: Record<string, string> = {}): Promise<Member> =>
    cluster.ingress({ SETTLEMENT_URL: settlementUrl, SOLANA_PAY_TO: payTo, ...more })
  const request = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const answer = steady === undefined ? null : await askMember(steady, method, path, sent)
    if (answer === null) throw new Error('the steady ingress does not answer')
    return answer
  }
  return {
    lab,
    cluster,
    settlement,
    ingress,
    request,
    shop: solanaShop(lab, request),
    /** A settlement process with a steady ingress of its own, which `request` asks from now on. */
    async front(more: Record<string, string> = {}) {
      const process = await settlement(more)
      steady = await ingress(process.url)
      return process
    },
    /** Runs a settlement process that kills itself at a moment; it need not live until it is ready. Returns its signal. */
    async doomed(moment: string): Promise<NodeJS.Signals | null> {
      const member = cluster.spawnWorker(['settlement-watch'], envAt(String(await freePort()), { CRASH_AT: moment }))
      await member.gone
      return member.child.signalCode
    },
    async close() {
      await cluster.close()
      await lab.close()
    },
  }
}

export type SolanaCluster = Awaited<ReturnType<typeof openSolanaCluster>>
