import { selectorOf } from '#shared/engines/evm/hash.ts'

type Capability = 'mint' | 'pause' | 'blacklist' | 'fee_on_transfer' | 'upgrade'

/** Functions that show what whoever controls a token can do. */
const SIGNS: Readonly<Record<Capability, readonly string[]>> = {
  mint: ['mint(address,uint256)', 'mint(uint256)', 'issue(uint256)', 'configureMinter(address,uint256)'],
  pause: ['pause()', 'unpause()', 'setTradingEnabled(bool)'],
  blacklist: [
    'blacklist(address)',
    'isBlacklisted(address)',
    'addBlackList(address)',
    'freeze(address)',
    'setBlacklist(address,bool)',
    'addToBlockedList(address)',
  ],
  fee_on_transfer: ['setFee(uint256)', 'setFees(uint256,uint256)', 'setTaxes(uint256,uint256)', 'basisPointsRate()'],
  upgrade: ['upgradeTo(address)', 'upgradeToAndCall(address,bytes)'],
}

const PUSH4 = 0x63

/** What the functions of a contract allow whoever controls it: a capability, no proof of malice. */
export function capabilitiesOf(codes: readonly Buffer[]): string[] {
  const selectors = new Set(codes.flatMap(selectorsIn))
  return Object.entries(SIGNS)
    .filter(([, signatures]) => signatures.some((signature) => selectors.has(selectorOf(signature))))
    .map(([capability]) => capability)
}

/** Every constant of four bytes that code pushes, which is how functions are told apart. Data of longer pushes is passed over. */
function selectorsIn(code: Buffer): string[] {
  const found: string[] = []
  for (let at = 0; at < code.length; at += 1) {
    const operation = code[at] ?? 0
    if (operation === PUSH4 && at + 4 < code.length) found.push(`0x${code.toString('hex', at + 1, at + 5)}`)
    // PUSH1 (0x60) to PUSH32 (0x7f) carry one to 32 bytes.
    if (operation >= 0x60 && operation <= 0x7f) at += operation - 0x5f
  }
  return found
}
