import { z } from 'zod'

/** A DSSE envelope. */
export const Envelope = z.object({
  payloadType: z.string(),
  payload: z.string().describe('base64'),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
})

/** A head of the attestation log, signed as DSSE over the RFC 8785 form of its first three members. */
export const SignedTreeHead = z.object({
  tree_size: z.int(),
  root: z.string(),
  timestamp: z.string(),
  envelope: Envelope,
})
