import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { endingWithParent } from '../../processes/ending-with-parent.ts'
import type { Child, ProcessFamily } from '../../processes/process-family.ts'
import { askRpc } from '../ask-rpc.ts'
import { awaitChain } from '../await-chain.ts'
import { anvilCommand } from './anvil-command.ts'
import { keepState, newestState, type StateFiles } from './base-state.ts'
import { type BaseFunds, prepareBase, setBaseFunds } from './prepare-base.ts'

/** Milliseconds between checks for a new block to save. */
const LOOK_MS = 250
/** At most 1/8 of the time is spent saving the state. */
const KEEPING_SHARE = 8

export type BaseChainOptions = {
  family: ProcessFamily
  /** The state folder, with the chain's two state files. */
  folder: string
  port: number
  /** Time of the first block in Unix seconds. It must be the same at every start, or the genesis hash would change. */
  genesisS: number
  logFile: string
  /** Balances of accounts on a new chain. */
  funds: ReadonlyMap<string, BaseFunds>
}

/**
 * Starts the playground's Base chain and resolves when it answers, with its USDC and its funded accounts. When called
 * again after the process died, it resumes from the newest state. anvil writes a state when it is asked to stop, also
 * when its parent exits; `keepBaseChain` saves it soon after each block in case of a kill.
 */
export async function startBaseChain(options: BaseChainOptions): Promise<Child> {
  const { family, folder, port, genesisS, logFile, funds } = options
  const files = stateFiles(folder)
  const loadFrom = newestState(files)
  const resumed = loadFrom === undefined ? {} : { loadFrom }
  const { file, args } = anvilCommand({ port, genesisS, dumpTo: files.last, ...resumed })
  const [program, ...before] = [...endingWithParent('TERM'), file]
  const child = family.start({
    name: 'base-chain',
    file: program,
    args: [...before, ...args],
    // Files that anvil puts in the home folder go to the state folder.
    env: { PATH: process.env['PATH'], HOME: folder },
    cwd: folder,
    logFile,
    stopSignal: 'SIGTERM',
    graceMs: 15_000,
  })
  const rpcUrl = baseRpcUrl(port)
  await awaitChain(child, 'The local Base chain', { rpcUrl, method: 'eth_chainId' })
  await askRpc(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1_000)])
  await prepareBase(rpcUrl)
  if (loadFrom === undefined) {
    for (const [address, held] of funds) await setBaseFunds(rpcUrl, address, held)
  }
  await keepState(rpcUrl, files)
  rmSync(files.last, { force: true })
  return child
}

export const baseRpcUrl = (port: number) => `http://127.0.0.1:${port}`

const stateFiles = (folder: string): StateFiles => ({
  kept: join(folder, 'base-chain.json'),
  last: join(folder, 'base-chain.last.json'),
})

/** Saves the state soon after each block, as long as this process runs. */
export function keepBaseChain({ folder, port }: Pick<BaseChainOptions, 'folder' | 'port'>): void {
  const rpcUrl = baseRpcUrl(port)
  let keptBlock: unknown
  const look = async () => {
    const beganAt = performance.now()
    try {
      const block = await askRpc(rpcUrl, 'eth_blockNumber')
      if (block !== keptBlock) await keepState(rpcUrl, stateFiles(folder))
      keptBlock = block
    } catch {
      // The chain is starting or stopping; try again at the next check.
    }
    const tookMs = performance.now() - beganAt
    setTimeout(() => void look(), Math.max(LOOK_MS, tookMs * KEEPING_SHARE)).unref()
  }
  void look()
}
