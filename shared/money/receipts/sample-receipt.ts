import { type Receipt, RECEIPT_PROFILE } from './receipt.ts'

/**
 * The free sample receipt: the vector "the free sample" of docs/receipt-vectors.json, signed with the published test
 * keys. It never changes, and it does not verify with this installation's key.
 */
export const SAMPLE_RECEIPT: Omit<Receipt, 'verify' | 'public_key' | 'hmac_ok_hint'> = {
  ok: true,
  resource: 'action-receipt',
  profile: RECEIPT_PROFILE,
  agent_id: 'agent-7',
  action: 'preflight:go',
  payload_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  nonce: 'n_000102030405060708090a0b0c0d0e0f',
  quote: '',
  ts: '2025-01-01T00:00:00.000Z',
  receipt_type: 'raw',
  decision_ref: 'dec_16494bd3a883245657e3766d',
  signature: 'bpTl3Ip8EjDtcSHZjRxfXecwYXRbs8iiS2G06i4cSt6WEA7qQy/XEvN/4elcQ2c3cBWK7yBp+Tsf1inkiK09Bg==',
  hmac: 'cf4951ec2344f2974ef59e0f1f11451731c7e0823cae053e744b85ab6650e359',
  key_id: '21fe31dfa154a261',
}

/** The public key of the sample: RFC 8032, section 7.1, TEST 1. */
export const SAMPLE_PUBLIC_KEY_HEX = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
