import type { z } from 'zod'

import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ChainReader, ChainsDoor, TriedNode } from '#shared/doors/chains.ts'

import { nodeClient } from './ask-node.ts'
import { ChainNode, type NodeDeps, type Question } from './chain-node.ts'
import { NodeError } from './read-rpc-answer.ts'

/** Timeout of one request to one node, in milliseconds. */
const ASK_MS = 2_500
const WITHIN_MS = 7_000
/** Least milliseconds left for a request. */
const SHORTEST_MS = 100

type Given = Omit<NodeDeps, 'ask' | 'askMs'> &
  Partial<Pick<NodeDeps, 'ask' | 'askMs'>> & { urls: Readonly<Record<ReadableChain, readonly string[]>> }

/**
 * Reads chains through lists of nodes in order. Falls back to the next node on timeouts, broken connections, invalid
 * answers and refusals.
 */
export function openChainReads({ urls, ask = nodeClient(), askMs = ASK_MS, ...given }: Given): ChainsDoor {
  const deps = { ...given, ask, askMs }
  const nodesOf = (chain: ReadableChain) => urls[chain].map((url) => new ChainNode(chain, url, deps))
  const nodes: Record<ReadableChain, readonly ChainNode[]> = {
    base: nodesOf('base'),
    'base-sepolia': nodesOf('base-sepolia'),
    solana: nodesOf('solana'),
    'solana-devnet': nodesOf('solana-devnet'),
  }
  return {
    open(chain, { signal, withinMs = WITHIN_MS }) {
      const reading = new Reading(chain, nodes[chain], {
        signal,
        untilMs: performance.now() + withinMs,
        askMs,
        log: given.log,
      })
      return {
        keepsTime: given.money === 'real',
        ask: (method, params, schema, isCurrent) => reading.ask(method, params, schema, isCurrent),
        answeredBy: () => reading.answeredBy(),
      }
    },
  }
}

type Terms = { signal: AbortSignal; untilMs: number; askMs: number; log: Log }

/** The reads of one outcome. They stay with the node that answered last, as long as it answers. */
class Reading {
  readonly #chain: ReadableChain
  readonly #nodes: readonly ChainNode[]
  readonly #terms: Terms
  readonly #failed = new Map<string, TriedNode>()
  #first: ChainNode | null = null
  #answered: Omit<ReturnType<ChainReader['answeredBy']>, 'tried'> | null = null

  constructor(chain: ReadableChain, nodes: readonly ChainNode[], terms: Terms) {
    this.#chain = chain
    this.#nodes = nodes
    this.#terms = terms
  }

  async ask<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
    isCurrent: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const tried: TriedNode[] = []
    let old: { node: ChainNode; result: Result; tookMs: number } | null = null
    for (const node of this.#inTurn()) {
      const found = await this.#try(node, { method, params, schema }, tried)
      if (found === null) continue
      if (isCurrent(found.result)) return this.#take(node, found, tried)
      tried.push({ source: node.host, problem: 'lagging' })
      old ??= { node, ...found }
    }
    if (old !== null) return this.#take(old.node, old, tried)
    throw noneAnswers(this.#chain, tried)
  }

  answeredBy(): ReturnType<ChainReader['answeredBy']> {
    const answered = this.#answered ?? { provider: '', latencyMs: 0, retrievedAt: new Date() }
    return { ...answered, tried: [...this.#failed.values()] }
  }

  #inTurn(): ChainNode[] {
    const first = this.#first
    return first === null ? [...this.#nodes] : [first, ...this.#nodes.filter((node) => node !== first)]
  }

  /** Asks one node. On failure returns null and adds an entry to `tried`. */
  async #try<Result>(node: ChainNode, question: Question<Result>, tried: TriedNode[]) {
    const { signal, untilMs, askMs, log } = this.#terms
    signal.throwIfAborted()
    const leftMs = untilMs - performance.now()
    if (leftMs < SHORTEST_MS) {
      tried.push({ source: node.host, problem: 'timeout' })
      return null
    }
    try {
      return await node.ask(question, { timeoutMs: Math.min(askMs, leftMs), signal })
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      const { problem } = error
      tried.push({ source: node.host, problem })
      log.debug({ chain: this.#chain, host: node.host, method: question.method, problem }, 'an RPC failed')
      return null
    }
  }

  #take<Result>(
    node: ChainNode,
    { result, tookMs }: { result: Result; tookMs: number },
    tried: readonly TriedNode[],
  ): Result {
    this.#first = node
    this.#answered = { provider: node.host, latencyMs: Math.round(tookMs), retrievedAt: new Date() }
    for (const one of tried) this.#failed.set(`${one.source} ${one.problem}`, one)
    return result
  }
}

function noneAnswers(chain: ReadableChain, tried: readonly TriedNode[]): Refusal {
  const all = tried.length === 0 ? [{ source: chain, problem: 'not_configured' as const }] : tried
  const reasons = all.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
  return new Refusal('upstream_unavailable', `No node of ${chain} answered (${reasons}); nothing was charged.`, {
    retryAfterS: 5,
    fix: { action: 'Send the call again in a few seconds.' },
    extra: { reason: 'rpc_unavailable', tried: all },
  })
}
