type Seen = { token: string; from: string; to: string; raw: bigint }
/** Addresses in EIP-55 spelling; what is not expected is undefined. */
type Expected = {
  to: string | undefined
  token: string | undefined
  from: string | undefined
  minAmount: bigint | undefined
}

/** Whether the transfers of a transaction are the payment that was expected, and where they differ. */
export function expectTransfer(status: string, transfers: readonly Seen[], expected: Expected) {
  const fits = (seen: Seen, what: 'to' | 'token' | 'from') =>
    expected[what] === undefined || seen[what] === expected[what]
  const matching = transfers.filter((seen) => fits(seen, 'to') && fits(seen, 'token') && fits(seen, 'from'))
  const sum = matching.reduce((total, { raw }) => total + raw, 0n)
  const least = expected.minAmount ?? 1n
  const mismatches = [
    ...(status === 'success' ? [] : ['status']),
    ...(transfers.some((seen) => fits(seen, 'to')) ? [] : ['to_address']),
    ...(transfers.some((seen) => fits(seen, 'token')) ? [] : ['token']),
    ...(transfers.some((seen) => fits(seen, 'from')) ? [] : ['from']),
  ]
  const isShort = sum < least
  return {
    met: mismatches.length === 0 && !isShort,
    // Each part fits some transfer, but no transfer fits them all: then the amount that came is what is wrong.
    mismatches: isShort && mismatches.length === 0 ? ['amount'] : mismatches,
    received_raw: sum.toString(),
  }
}
