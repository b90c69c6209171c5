import type { RuleBook } from '../lint/lint-report.ts'

/** What accepts-dual-rail-check looks for beside what payment-required-lint finds. */
export const dualRailRules = {
  DR_UNREACHABLE: { severity: 'error', message: 'It did not answer.', fix: 'Try again later.' },
  DR_NOT_PAYWALLED: {
    severity: 'error',
    message: 'It answered {status}, not 402: there is nothing to pay here.',
    fix: 'Check the URL and the method.',
  },
  DR_NO_RAIL: {
    severity: 'error',
    message: 'It offers neither Base nor Solana.',
    fix: 'Add an entry for eip155:8453 and one for solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp.',
  },
  DR_SINGLE_RAIL: {
    severity: 'warning',
    message: 'It offers {present} only; buyers with a wallet on {missing} cannot pay.',
    fix: 'Add an entry for {missing}.',
  },
  DR_RAIL_NOT_PAYABLE: { severity: 'error', message: '{rail} is offered and cannot be paid: {errors}.' },
  DR_SAME_PAYTO: {
    severity: 'error',
    message: 'Base and Solana name the same payTo, {payTo}: no address is one of both.',
    fix: 'Give each network an address of its own.',
  },
  DR_TESTNET_MIX: {
    severity: 'error',
    message: 'Test networks stand beside real ones: {networks}.',
    fix: 'Serve test networks from another endpoint.',
  },
  DR_PRICE_DIFFERS: {
    severity: 'warning',
    message: 'Solana asks for {solana} atomic units, Base for {base}: {diff} percent apart.',
    fix: 'Ask for the same amount on both.',
  },
  DR_PRICE_NOT_COMPARABLE: { severity: 'info', message: 'The two prices are not in dollar tokens of equal decimals.' },
} as const satisfies RuleBook
