import type { LintReport, LintRule } from '#shared/engines/lint/lint-report.ts'

/** What mcp-tool-settle-gate looks for. */
export const settleGateRules = {
  PRICE_UNKNOWN: {
    severity: 'error',
    message: 'Neither price_cents nor accepts tells a price.',
    fix: 'Call the tool once without payment and send its accepts.',
  },
  PRICE_MISMATCH: {
    severity: 'error',
    message: 'price_cents is {given}, accepts[{index}] asks for {asked} cents.',
    fix: 'Believe accepts: read the new price before paying.',
  },
  ARGS_INVALID: {
    severity: 'error',
    message: 'arguments{path} {why}: the paid call would fail on its input.',
    fix: 'Mend the arguments before paying.',
  },
  ARGS_NOT_CHECKED: { severity: 'info', message: '{what} was not given; the arguments were not checked.' },
  SCHEMA_INVALID: { severity: 'error', message: 'tool_schema cannot be used: {why}.', spec: 'MCP tools' },
  SCHEMA_NOT_OBJECT: {
    severity: 'error',
    message: 'inputSchema has to be of type object; it is of type {given}.',
    fix: 'object',
    spec: 'MCP tools',
  },
  balance_not_told: {
    severity: 'error',
    message: 'prepaid_balance_cents was not given, so the key cannot be counted on.',
  },
  balance_too_low: {
    severity: 'error',
    message: 'The key has {balance} cents, the call costs {price}.',
    fix: 'Top up by {short} cents.',
  },
  wallet_cannot_sign: { severity: 'error', message: 'A wallet of kind {kind} cannot sign for {rail}.' },
  wallet_not_told: {
    severity: 'warning',
    message: 'wallet_kind was not given; that it can sign for {rail} is assumed.',
  },
  no_option: { severity: 'error', message: 'accepts has no way to pay on {rail}.' },
  accepts_not_given: {
    severity: 'warning',
    message: 'accepts was not given: what to sign on {rail} is not known yet.',
    fix: 'Call the tool once without payment and read its payment-required result.',
  },
  option_unpayable: { severity: 'warning', message: 'accepts[{index}] cannot be paid: {codes}.' },
  nothing_can_pay: {
    severity: 'error',
    message: 'Neither the key nor the wallet can pay this call.',
    fix: 'Fund a key, or use a wallet on a network of accepts.',
  },
} as const satisfies Record<string, LintRule>

export type GateReport = LintReport<typeof settleGateRules>
