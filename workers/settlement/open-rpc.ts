import { z } from 'zod'

import { checkGenesis, type Money, WrongChain } from '#shared/chains/genesis.ts'
import type { Network } from '#shared/chains/networks.ts'
import { askJson } from '#shared/lib/network/ask-json.ts'
import type { Log } from '#shared/log.ts'

import { TemporarilyUnavailable } from './temporarily-unavailable.ts'

/** No node gave an answer that can be read. Never says where a node is, which may hold a key. */
export class RpcUnreachable extends TemporarilyUnavailable {
  override readonly name = 'RpcUnreachable'
}

/** A node understood the question and refused it, e.g. because a call reverts. */
export class RpcRefused extends Error {
  override readonly name = 'RpcRefused'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Null where a node refused the question, which then says something of what was asked. */
export const nullIfRefused = <Answer>(question: Promise<Answer>): Promise<Answer | null> =>
  question.catch((error: unknown) => {
    if (error instanceof RpcRefused) return null
    throw error
  })

/**
 * Asks the chain; the result has the shape of `schema`. Throws RpcRefused and RpcUnreachable. With `waitMs` it is a
 * question whose answer takes a while by its nature: one node is asked, and is neither set aside for being slow nor for
 * not knowing the question, which is RpcRefused.
 */
export type AskRpc = <Result>(
  method: string,
  params: unknown[],
  schema: z.ZodType<Result>,
  waitMs?: number,
) => Promise<Result>

export type Rpc = {
  ask: AskRpc
  /** What is wrong with the nodes, for the operator; hosts only. */
  problems: () => Promise<string[]>
}

const ASK_MS = 3_000
/** How long a node that failed is asked only when no other is left. */
const SET_ASIDE_MS = 5_000

const Answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
})

/** JSON-RPC codes that say something of the node and nothing of the question: another node may know. */
const NODE_TROUBLE = new Set([-32700, -32601, -32603, -32005, -32004, -32016, -32097, 429])

type Given = { network: Network; money: Money; urls: readonly string[]; log: Log; askMs?: number }
type Node = { url: string; host: string; setAsideUntil: number; vetted: Promise<unknown> | null; isWrong: boolean }

/**
 * The nodes of one chain, asked in their order; one that hangs, breaks off or talks nonsense is set aside for a while.
 * None is asked anything before it has shown that its chain is of our kind of money, and never one that is of the other.
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

  const askNode = async <Result>(
    node: Node,
    body: string,
    schema: z.ZodType<Result>,
    waitMs?: number,
  ): Promise<Result> => {
    await vet(node)
    const answer = await askJson(node.url, { body, timeoutMs: waitMs ?? askMs })
    const { result, error } = Answer.parse(answer.body)
    if (error === undefined || error === null) return schema.parse(result)
    const isOfNode = NODE_TROUBLE.has(error.code) || answer.status === 429
    if (isOfNode && waitMs === undefined) throw new Error(error.message)
    throw new RpcRefused(error.code, error.message, error.data)
  }

  return {
    async ask(method, params, schema, waitMs) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const now = Date.now()
      const usable = nodes.filter(({ isWrong }) => !isWrong)
      const inTurn = [
        ...usable.filter(({ setAsideUntil }) => setAsideUntil <= now),
        ...usable.filter(({ setAsideUntil }) => setAsideUntil > now),
      ]
      const causes: unknown[] = []
      for (const node of inTurn) {
        try {
          const result = await askNode(node, body, schema, waitMs)
          node.setAsideUntil = 0
          return result
        } catch (error) {
          if (error instanceof RpcRefused) throw error
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

/** The URLs of a setting that holds several, separated by commas. */
export const urlsOf = (setting: string | undefined): string[] =>
  (setting ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
