/** How a value is judged to be what its field means. */
export type FieldForm =
  | 'text'
  | 'address'
  | 'amount'
  | 'time'
  | 'network'
  | 'transaction'
  | 'digest'
  | 'url'
  | 'status'
  | 'signature'
  | 'any'

export type AuditField = { name: string; aliases: readonly string[]; form: FieldForm; sensitive?: true }

export const auditQuestions = [
  'who',
  'what',
  'when',
  'why',
  'how_much',
  'to_whom',
  'where_settled',
  'authorised_by',
  'result',
  'integrity',
  'replay',
  'retention',
] as const
export type AuditQuestion = (typeof auditQuestions)[number]

const field = (name: string, form: FieldForm, aliases = '', sensitive?: true): AuditField => ({
  name,
  form,
  aliases: [name, ...aliases.split(' ')]
    .filter(Boolean)
    .map((alias) => alias.toLowerCase().replaceAll(/[^a-z0-9]/g, '')),
  ...(sensitive === undefined ? {} : { sensitive }),
})

/** The canonical fields by name; aliases compare without case and marks. */
export const AUDIT_FIELDS: readonly AuditField[] = [
  field('payer', 'address', 'payer_address from buyer customer paid_by'),
  field('agent_id', 'text', 'agent actor actor_id client_id'),
  field('signer', 'text', 'key_id kid signer_address signed_by'),
  field('action', 'text', 'operation event event_type type verb'),
  field('resource', 'url', 'resource_url endpoint url'),
  field('tool', 'text', 'tool_name slug method'),
  field('description', 'text', 'summary note'),
  field('time', 'time', 'ts timestamp issued_at occurred_at settled_at created_at paid_at date at'),
  field('requested_at', 'time', 'request_time started_at'),
  field('expires_at', 'time', 'valid_until valid_before expiry expires'),
  field('decision_ref', 'text', 'decision_id authorization_ref'),
  field('reason', 'text', 'purpose why justification'),
  field('quote', 'text', 'quote_id offer offer_id order_id invoice'),
  field(
    'amount',
    'amount',
    'amount_atomic value amount_usd amount_usdc amount_cents total_usdc price max_amount_required',
  ),
  field('asset', 'text', 'token token_address currency mint asset_symbol'),
  field('fee', 'amount', 'fees network_fee gas_fee'),
  field('payee', 'address', 'pay_to recipient to merchant_address seller'),
  field('merchant', 'text', 'service_name host seller_name provider'),
  field('network', 'network', 'chain chain_id network_id'),
  field(
    'transaction',
    'transaction',
    'tx tx_hash transaction_hash settle_tx settlement_tx transaction_id signature_tx',
  ),
  field('block', 'any', 'block_number slot block_hash confirmations'),
  field('approver', 'text', 'approved_by authorised_by authorized_by'),
  field('policy', 'text', 'policy_id ruleset rule_set'),
  field('clearance', 'text', 'clearance_token authorization_token mandate', true),
  field('decision', 'text', 'verdict outcome'),
  field('status', 'status', 'success state result_status verified is_valid'),
  field('response_digest', 'digest', 'response_hash output_digest result_digest observed_digest'),
  field('error', 'text', 'error_reason invalid_reason error_code'),
  field('payload_digest', 'digest', 'digest sha256 payload_hash payload_sha256'),
  field('request_digest', 'digest', 'request_hash intended_digest'),
  field('input_digest', 'digest', 'input_hash'),
  field('signature', 'signature', 'sig jws', true),
  field('hmac', 'digest', 'mac', true),
  field('nonce', 'text', 'payment_nonce'),
  field('idempotency', 'text', 'idempotency_key payment_identifier payment_id request_id'),
  field('receipt_id', 'text', 'id receipt_number call_id event_id'),
  field('profile', 'text', 'receipt_type schema format receipt_profile'),
  field('version', 'any', 'schema_version x402_version api_version'),
  field('verify_url', 'url', 'verify verification_url'),
  field('key_url', 'url', 'public_key jwks jwks_uri public_key_url'),
  field('retain_until', 'time', 'retention retention_until delete_after'),
]

/** What answers each audit question: all of `needs` is yes, some of it or of `helps` partly. */
export const AUDIT_QUESTIONS: Readonly<
  Record<AuditQuestion, { needs: readonly string[][]; helps: readonly string[] }>
> = {
  who: { needs: [['payer', 'agent_id']], helps: ['signer'] },
  what: { needs: [['action', 'resource', 'tool']], helps: ['description'] },
  when: { needs: [['time']], helps: ['requested_at', 'expires_at'] },
  why: { needs: [['decision_ref', 'reason']], helps: ['quote'] },
  how_much: { needs: [['amount'], ['asset']], helps: ['fee'] },
  to_whom: { needs: [['payee']], helps: ['merchant'] },
  where_settled: { needs: [['network'], ['transaction']], helps: ['block'] },
  authorised_by: { needs: [['approver', 'clearance', 'decision_ref']], helps: ['policy'] },
  result: { needs: [['status', 'decision'], ['response_digest']], helps: ['error'] },
  integrity: { needs: [['payload_digest', 'request_digest', 'input_digest'], ['signature']], helps: ['hmac'] },
  replay: { needs: [['nonce', 'idempotency']], helps: ['expires_at'] },
  retention: {
    needs: [
      ['profile', 'version'],
      ['receipt_id', 'verify_url', 'key_url'],
    ],
    helps: ['retain_until'],
  },
}

export const auditProfiles = ['accounting', 'dispute', 'security', 'agent_log'] as const
export type AuditProfile = (typeof auditProfiles)[number]

const ACCOUNTING = ['payer', 'payee', 'amount', 'asset', 'time', 'transaction', 'resource']

/** What each purpose needs. Sufficient means complete, not legally sufficient. */
export const AUDIT_PROFILES: Readonly<Record<AuditProfile, readonly string[]>> = {
  accounting: ACCOUNTING,
  dispute: [...ACCOUNTING, 'request_digest', 'response_digest', 'signature'],
  security: ['agent_id', 'action', 'decision_ref', 'nonce', 'signature'],
  agent_log: ['agent_id', 'action', 'time', 'decision', 'input_digest'],
}
