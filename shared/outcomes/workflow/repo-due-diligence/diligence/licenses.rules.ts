export type LicenseKind =
  | 'permissive'
  | 'weak_copyleft'
  | 'strong_copyleft'
  | 'network_copyleft'
  | 'proprietary'
  | 'unknown'

/** What a licence asks of those who use the work, by its SPDX id; the first match counts. */
export const licenseRules: readonly { kind: LicenseKind; pattern: RegExp }[] = [
  { kind: 'network_copyleft', pattern: /^(?:agpl|sspl|osl|eupl-1\.[0-9]|cpal)/i },
  { kind: 'weak_copyleft', pattern: /^(?:lgpl|mpl|epl|cddl|cpl|ms-rl|eupl|.*-linking-exception)/i },
  { kind: 'strong_copyleft', pattern: /^(?:gpl|gnu general public|cc-by-sa|cecill(?!-b|-c))/i },
  {
    kind: 'permissive',
    pattern:
      /^(?:mit|apache|bsd|isc|0bsd|unlicense|cc0|cc-by-[34]|zlib|python|psf|boost|bsl-1\.0|wtfpl|blueoak|artistic-2|ncsa|x11|unicode|ofl|postgresql|afl|upl|ruby|w3c|openssl|curl|hpnd|mulanpsl|cc-pddc|public domain)/i,
  },
  {
    kind: 'proprietary',
    pattern: /^(?:busl|elastic|commons-clause|see license|unlicensed|proprietary|polyform|fsl|confluent)/i,
  },
]

/** The kind of one id. */
export const kindOfLicense = (id: string): LicenseKind =>
  licenseRules.find(({ pattern }) => pattern.test(id.trim()))?.kind ?? 'unknown'

const MILDEST: readonly LicenseKind[] = [
  'permissive',
  'weak_copyleft',
  'strong_copyleft',
  'network_copyleft',
  'proprietary',
  'unknown',
]

/** The kind of an SPDX expression: of `OR` the mildest, of `AND` the strictest that is known. */
export function kindOfExpression(expression: string): LicenseKind {
  const plain = expression.replaceAll(/[()]/g, ' ')
  const rank = (kind: LicenseKind) => MILDEST.indexOf(kind)
  const choices = plain.split(/\s+OR\s+|\//i).map((choice) =>
    choice
      .split(/\s+AND\s+/i)
      .map((id) => kindOfLicense(id.replace(/\s+WITH\s+.*$/i, '')))
      .reduce((worst, kind) => (rank(kind) > rank(worst) ? kind : worst), 'permissive' as LicenseKind),
  )
  return choices.reduce((best, kind) => (rank(kind) < rank(best) ? kind : best), 'unknown')
}
