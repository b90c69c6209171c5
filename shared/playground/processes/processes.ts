import { join } from 'node:path'

import { longestEndMs } from '#shared/process/longest-end.ts'
import { flagsOf, NODE_ENVIRONMENT } from '#shared/process/node-flags.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { Program } from './process-family.ts'

type Context = {
  root: string
  env: Record<string, string | undefined>
  logOf: (name: string) => string
}

/** A process that has not exited this long after its own time limit is blocked, and is killed. */
const BLOCKED_MARGIN_MS = 2_000

/** Returns a program of ours, run by the same Node binary. */
export function nodeProgram({ root, env, logOf }: Context, name: string, script: string, args: string[] = []): Program {
  return {
    name,
    file: process.execPath,
    args: [...flagsOf(script), join(root, script), ...args],
    env: { ...NODE_ENVIRONMENT, ...env },
    cwd: root,
    logFile: logOf(name),
    stopSignal: 'SIGTERM',
    graceMs: endsWithin(env) + BLOCKED_MARGIN_MS,
  }
}

/** Returns the program of the local Solana chain, with a minimal environment. */
export function solanaChainProgram(context: Context, compileCache: string, args: string[]): Program {
  const env = {
    PATH: context.env['PATH'],
    NODE_COMPILE_CACHE: compileCache,
    FAREBOX_PARENT_PID: String(process.pid),
  }
  return nodeProgram({ ...context, env }, 'solana-chain', 'shared/playground/chains/solana/main.ts', args)
}

/** Returns the program of the local card processor, with its two keys and else a minimal environment. */
export function cardProcessorProgram(
  context: Context,
  compileCache: string,
  { args, keys }: { args: string[]; keys: { CARD_SECRET_KEY: string; CARD_WEBHOOK_SECRET: string } },
): Program {
  const env = {
    PATH: context.env['PATH'],
    NODE_COMPILE_CACHE: compileCache,
    FAREBOX_PARENT_PID: String(process.pid),
    ...keys,
  }
  return nodeProgram({ ...context, env }, 'card-processor', 'shared/playground/cards/main.ts', args)
}

/**
 * Returns the worker pools, one process each. The settlement process comes first, so that payments can be verified
 * early.
 */
export function workerPrograms(context: Context, settlementOnly: Context['env']): Program[] {
  const worker = (pool: Pool, given: Context) => nodeProgram(given, `worker-${pool}`, 'workers/main.ts', [pool])
  const others = POOLS.filter((pool) => pool !== 'settlement-watch')
  return [
    worker('settlement-watch', { ...context, env: { ...context.env, ...settlementOnly } }),
    ...others.map((pool) => worker(pool, context)),
  ]
}

const endsWithin = (env: Context['env']) =>
  longestEndMs({
    DRAIN_MS: Number(env['DRAIN_MS']) || 0,
    SHUTDOWN_GRACE_MS: Number(env['SHUTDOWN_GRACE_MS']) || 0,
  })
