import type { z } from 'zod'

import { checkGenesis, type Money, WrongChain } from '#shared/chains/genesis.ts'
import { callRpc, RpcRefused } from '#shared/chains/json-rpc.ts'
import type { Network } from '#shared/chains/networks.ts'
import type { Log } from '#shared/log.ts'

import { TemporarilyUnavailable } from './temporarily-unavailable.ts'

/** No node gave a readable answer. The message never contains a node's URL, which may include a key. */
export class RpcUnreachable extends TemporarilyUnavailable {
  override readonly name = 'RpcUnreachable'
}

/** Resolves with null when a node refused the request. */
export const nullIfRefused = <Answer>(question: Promise<Answer>): Promise<Answer | null> =>
  question.catch((error: unknown) => {
    if (error instanceof RpcRefused) return null
    throw error
  })

/**
 * Sends a JSON-RPC request; the result is validated by `schema`. Throws RpcRefused and RpcUnreachable. With `waitMs`
 * the answer may take long: only one node is asked, a slow one is not set aside, and an unknown method is RpcRefused.
 */
export type AskRpc = <Result>(
  method: string,
  params: unknown[],
  schema: z.ZodType<Result>,
  waitMs?: number,
) => Promise<Result>

export type Rpc = {
  ask: AskRpc
  /** Problems of the nodes for the operator, by host. */
  problems: () => Promise<string[]>
}

const ASK_MS = 3_000
/** Milliseconds for which a failed node is tried last. */
const SET_ASIDE_MS = 5_000

/** JSON-RPC codes that concern the node, not the request: another node may answer. */
const NODE_TROUBLE = new Set([-32700, -32601, -32603, -32005, -32004, -32016, -32097, 429])

type Given = { network: Network; money: Money; urls: readonly string[]; log: Log; askMs?: number }
type Node = { url: string; host: string; setAsideUntil: number; vetted: Promise<unknown> | null; isWrong: boolean }

/**
 * Opens the nodes of one chain, tried in order. A node that hangs, breaks off or answers nonsense is set aside for a
 * while. Each node must first prove by its genesis block that it serves real or play money, as configured; a node of
 * the wrong chain is never used.
 */
export function openRpc({ network, money, urls, log, askMs = ASK_MS }: Given): Rpc {
  const nodes = urls.map((url): Node => {
    const { host } = new URL(url)
    return { url, host, setAsideUntil: 0, vetted: null, isWrong: false }
  })

  const vet = (node: Node) => {
    node.vetted ??= checkGenesis(money, { network, rpcUrl: node.url, timeoutMs: askMs }).catch((error: unknown) => {
      node.isWrong = error instanceof WrongChain
      if (node.isWrong)
        log.error({ network, host: node.host, err: error }, 'an RPC is of the wrong chain; it is never asked')
      else node.vetted = null
      throw error
    })
    return node.vetted
  }

  return {
    async ask(method, params, schema, waitMs) {
      const now = Date.now()
      const usable = nodes.filter(({ isWrong }) => !isWrong)
      const inTurn = [
        ...usable.filter(({ setAsideUntil }) => setAsideUntil <= now),
        ...usable.filter(({ setAsideUntil }) => setAsideUntil > now),
      ]
      const causes: unknown[] = []
      for (const node of inTurn) {
        try {
          await vet(node)
          const result = schema.parse(await callRpc(node.url, { method, params }, waitMs ?? askMs))
          node.setAsideUntil = 0
          return result
        } catch (error) {
          if (error instanceof RpcRefused && (waitMs !== undefined || !isNodeTrouble(error))) throw error
          causes.push(error)
          if (waitMs !== undefined) break
          if (node.setAsideUntil <= now)
            log.warn({ network, host: node.host, method, err: error }, 'an RPC did not answer')
          node.setAsideUntil = Date.now() + SET_ASIDE_MS
        }
      }
      throw new RpcUnreachable(`No RPC of ${network} answers ${method}.`, { cause: new AggregateError(causes) })
    },
    async problems() {
      const asked = await Promise.allSettled(nodes.map(vet))
      return asked.flatMap((answer, at) => {
        if (answer.status === 'fulfilled') return []
        const why = answer.reason instanceof Error ? answer.reason.message : 'it does not answer'
        return [`${nodes[at]?.host ?? ''}: ${why}`]
      })
    },
  }
}

const isNodeTrouble = ({ code, status }: RpcRefused) => NODE_TROUBLE.has(code) || status === 429

/** Splits a setting of URLs separated by commas. */
export const urlsOf = (setting: string | undefined): string[] =>
  (setting ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
