import type { NodeProblem } from '#shared/doors/chains.ts'

type ErrorRule = { codes?: readonly number[]; says?: RegExp; is: NodeProblem | 'reverted' | 'too_much' }

/**
 * What an error of a JSON-RPC node means, first match first. Codes are not standardized beyond JSON-RPC's own and
 * EIP-1474; the wordings are those of public Base and Solana nodes as of 2026.
 */
export const RPC_ERRORS: readonly ErrorRule[] = [
  // Before the codes: -32016 is Solana's "minimum context slot has not been reached" and elsewhere a rate limit.
  {
    says: /\bbehind\b|not been reached|header not found|unknown block|block not (?:found|available)|future block/i,
    is: 'lagging',
  },
  { codes: [429, -32016, -32097], is: 'rate_limited' },
  { says: /rate.?limit|too many requests|request limit|daily limit|quota|throttl/i, is: 'rate_limited' },
  { codes: [3], is: 'reverted' },
  { says: /revert|invalid opcode|out of gas|stack underflow|invalid jump/i, is: 'reverted' },
  // "limited to a 2,000 range", "ranges over 10000 blocks are not supported", "query returned more than 10000 results".
  { codes: [-32614, -32012], is: 'too_much' },
  {
    says: /\branges?\b.*(?:limit|large|wide|exceed|support|max)|(?:limit|exceed|max)\w*\b.*\branges?\b/i,
    is: 'too_much',
  },
  { says: /return(?:ed|s) more than|too many (?:results|logs|blocks)|response (?:size|is too big)/i, is: 'too_much' },
  { says: /archive|missing trie node|pruned|state (?:is )?not available|histor(?:y|ical)/i, is: 'refused' },
  { codes: [-32601, -32602, -32004, -32007, -32009], is: 'refused' },
  { says: /unauthorized|forbidden|api key|personal token|upgrade|\bplan\b/i, is: 'refused' },
]
