import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { z } from 'zod'

import { replaceFile } from '../../replace-file.ts'
import { askRpc } from '../ask-rpc.ts'

const Hex = z.string().regex(/^0x[0-9a-f]+$/)
const KeptState = z.looseObject({ best_block_number: z.union([z.int(), Hex.transform(Number)]) })

/** The state of a Base chain on disk: `kept` is written whole while it runs, `last` by anvil itself when it ends. */
export type StateFiles = { kept: string; last: string }

/**
 * The newer of the two files that can be read; undefined when there is none. anvil does not write whole or not at all,
 * so one that was killed while it wrote leaves a torn file, which is passed over.
 */
export function newestState({ kept, last }: StateFiles): string | undefined {
  // Its first keeping ends the making of a chain: before that it may lack what it should have begun with.
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

/** Writes the chain's state down, whole or not at all. */
export async function keepState(rpcUrl: string, { kept }: Pick<StateFiles, 'kept'>): Promise<void> {
  const dump = z.string().parse(await askRpc(rpcUrl, 'anvil_dumpState'))
  const bytes = Buffer.from(dump.slice(2), 'hex')
  // Depending on its version anvil answers with the JSON itself or zips it.
  replaceFile(kept, (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8'))
}
