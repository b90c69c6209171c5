import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { z } from 'zod'

import { replaceFile } from '../../replace-file.ts'
import { askRpc } from '../ask-rpc.ts'

const Hex = z.string().regex(/^0x[0-9a-f]+$/)
const KeptState = z.looseObject({ best_block_number: z.union([z.int(), Hex.transform(Number)]) })

/**
 * The two state files of a Base chain: `kept` is replaced atomically while it runs, anvil writes `last` when it stops.
 */
export type StateFiles = { kept: string; last: string }

/**
 * Returns the newer of the two readable files; undefined when there is none. anvil does not write atomically, so a kill
 * during the write leaves a truncated file, which is skipped.
 */
export function newestState({ kept, last }: StateFiles): string | undefined {
  // The first `kept` completes the set-up of a new chain. Before that, the state may be incomplete.
  if (!existsSync(kept)) return undefined
  const found = [last, kept].flatMap((path) => {
    const block = blockOf(path)
    return block === undefined ? [] : [{ path, block }]
  })
  return found.toSorted((one, other) => other.block - one.block)[0]?.path
}

function blockOf(path: string): number | undefined {
  if (!existsSync(path)) return undefined
  try {
    return KeptState.parse(JSON.parse(readFileSync(path, 'utf8'))).best_block_number
  } catch {
    return undefined
  }
}

/** Saves the chain's state atomically. */
export async function keepState(rpcUrl: string, { kept }: Pick<StateFiles, 'kept'>): Promise<void> {
  const dump = z.string().parse(await askRpc(rpcUrl, 'anvil_dumpState'))
  const bytes = Buffer.from(dump.slice(2), 'hex')
  // Depending on its version, anvil returns JSON or gzip.
  replaceFile(kept, (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8'))
}
