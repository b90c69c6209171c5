import type { z } from 'zod'

import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import type { SignedTreeHead } from './envelope.ts'

/** Has a head of the log signed, as of now. */
export async function signTreeHead(
  { signing, now }: Pick<OutcomeContext, 'signing' | 'now'>,
  { treeSize, root }: { treeSize: number; root: string },
): Promise<z.input<typeof SignedTreeHead>> {
  const head = { tree_size: treeSize, root, timestamp: now().toISOString() }
  return { ...head, envelope: await signing.envelope('application/vnd.farebox.tree-head+json', canonicalJson(head)) }
}
