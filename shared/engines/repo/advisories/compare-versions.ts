/**
 * Orders two versions of one package: numbers by value, a pre-release before its release (semver 11; PEP 440's rc, a, b
 * alike). Negative when the first is older.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (let place = 0; place < Math.max(a.numbers.length, b.numbers.length); place += 1) {
    const order = (a.numbers[place] ?? 0) - (b.numbers[place] ?? 0)
    if (order !== 0) return order
  }
  if (a.pre === b.pre) return 0
  if (a.pre === '') return 1
  if (b.pre === '') return -1
  return comparePre(a.pre, b.pre)
}

const partsOf = (version: string) => {
  const [, numbers = '', rest = ''] = /^[v=\s]{0,4}(\d{1,15}(?:\.\d{1,15}){0,8})(.{0,200})$/s.exec(version) ?? []
  const pre = rest.replace(/\+.*$/s, '').replace(/^[-._]/, '')
  return { numbers: numbers.split('.').map(Number), pre: /^post/i.test(pre) ? '' : pre }
}

function comparePre(one: string, other: string): number {
  const [a, b] = [one.split(/[.-]|(?<=\D)(?=\d)/), other.split(/[.-]|(?<=\D)(?=\d)/)]
  for (const [place, piece] of a.entries()) {
    const facing = b[place]
    if (facing === undefined) return 1
    const isNumber = /^\d+$/.test(piece) && /^\d+$/.test(facing)
    const order = isNumber ? Number(piece) - Number(facing) : Number(piece > facing) - Number(piece < facing)
    if (order !== 0) return order
  }
  return a.length - b.length
}
