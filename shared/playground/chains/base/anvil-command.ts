import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { BASE_CHAIN_ID } from '#shared/chains/networks.ts'

import { StartFailure } from '../../start-failure.ts'

/** Number of blocks whose state stays in memory. Clients read at the latest block or a recent one. */
const STATES_KEPT = 128

export type AnvilOptions = {
  port: number
  /** Time of the first block in Unix seconds. It determines the genesis hash, and the chain's clock starts there. */
  genesisS?: number
  /** A state to start from, in the format of `anvil_dumpState`. */
  loadFrom?: string
  /** File that anvil writes its state to when it is asked to stop. */
  dumpTo?: string
}

/** Returns the command line of a local Base chain: Base's chain id, no default accounts, one block per transaction. */
export function anvilCommand({ port, genesisS, loadFrom, dumpTo }: AnvilOptions): {
  file: string
  args: string[]
} {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(BASE_CHAIN_ID), '--silent']
  // No default accounts: their keys are public. Only accounts we fund hold money.
  args.push('--accounts', '0', '--prune-history', String(STATES_KEPT))
  if (genesisS !== undefined) args.push('--timestamp', String(genesisS))
  if (loadFrom !== undefined) args.push('--load-state', loadFrom)
  if (dumpTo !== undefined) args.push('--dump-state', dumpTo)
  return { file: anvilProgram(), args }
}

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
const MACHINES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

const require = createRequire(import.meta.url)

// Runs the binary directly: the package's own launcher would add a Node process around it.
function anvilProgram(): string {
  const name = `@foundry-rs/anvil-${SYSTEMS[process.platform]}-${MACHINES[process.arch]}`
  try {
    const near = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    const folder = dirname(near.resolve(`${name}/package.json`))
    const program = join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(program)) return program
  } catch {
    // A package is missing: reported below.
  }
  throw new StartFailure(
    `The local chains come with the development dependencies, and ${name} is not installed. Run npm install without --omit=dev.`,
  )
}
