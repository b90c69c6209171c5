type ReceiptFields = {
  agent_id?: string | undefined
  payload_digest?: string | undefined
  nonce?: string | undefined
  quote?: string | undefined
}

/**
 * Finds the reasons why an action receipt cannot be minted, before any money moves. The signed text joins its fields by
 * pipes, so no field may contain one.
 */
export function receiptProblems(fields: ReceiptFields): { path: string[]; msg: string; type?: string }[] {
  const absent = (['agent_id', 'payload_digest'] as const)
    .filter((name) => fields[name] === undefined || fields[name] === '')
    .map((name) => ({ path: [name], type: 'missing', msg: 'Field required when mint_receipt is true' }))
  const unfit = (['agent_id', 'nonce', 'quote'] as const)
    .filter((name) => /[|\p{Cc}\p{Cs}]/u.test(fields[name] ?? ''))
    .map((name) => ({ path: [name], msg: `Value error, ${name} may not contain | or control characters` }))
  const short = fields.nonce !== undefined && [...fields.nonce].length < 8
  return [
    ...absent,
    ...unfit,
    ...(short ? [{ path: ['nonce'], msg: 'Value error, nonce has at least 8 characters' }] : []),
  ]
}
